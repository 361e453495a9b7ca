"""The canvas: a Components-v2 component round the vis-network file that pyvis ships."""

from components.graph.assets import vis_directory
from components.graph.canvas import graph_canvas
from components.graph.events import CanvasEvent, CanvasEventType
from components.graph.payload import CanvasNotes

__all__ = ["CanvasEvent", "CanvasEventType", "CanvasNotes", "graph_canvas", "vis_directory"]
