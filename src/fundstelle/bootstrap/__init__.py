"""Settings -> use cases. The only place that names adapters."""

from fundstelle.bootstrap.application import MIB, Application, application, is_data_folder

__all__ = ["MIB", "Application", "application", "is_data_folder"]
