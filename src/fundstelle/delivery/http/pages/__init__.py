"""The plain pages: setup, login, logout, and the description of the API. No script."""
