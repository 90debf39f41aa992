"""Settings -> use cases. The only place that names adapters."""

from fundstelle.bootstrap.application import MIB, Application, application, is_data_folder
from fundstelle.bootstrap.egress import Way, ways_out

__all__ = ["MIB", "Application", "Way", "application", "is_data_folder", "ways_out"]
