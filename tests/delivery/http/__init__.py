"""The HTTP application: in this process, and once as a process of its own."""
