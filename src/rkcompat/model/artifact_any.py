"""Everything that a file can turn out to be."""

from typing import TypeAlias

from .artifact import ModelFile
from .artifact_elf import Application, RuntimeLibrary, ServerProgram
from .artifact_file import UnreadableFile
from .artifact_kernel import BuiltinModules, KernelConfig, KernelImage, KernelModule
from .artifact_package import PythonPackage
from .artifact_tree import DeviceTreeFile

Artifact: TypeAlias = (
    ModelFile
    | RuntimeLibrary
    | ServerProgram
    | Application
    | KernelModule
    | BuiltinModules
    | KernelImage
    | KernelConfig
    | DeviceTreeFile
    | PythonPackage
    | UnreadableFile
)
"""What was read; its `kind` says which."""
