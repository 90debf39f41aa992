"""How people and programs reach the use cases."""
