"""Radios on Windows: `Windows.Devices.Radios`, through PowerShell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.machine.programs import told

NONE = "Windows knows no radio on this computer that could be turned off."
AWAITS = """
Add-Type -AssemblyName System.Runtime.WindowsRuntime
$asTask = ([System.WindowsRuntimeSystemExtensions].GetMethods() | Where-Object {
  $_.Name -eq 'AsTask' -and $_.GetParameters().Count -eq 1 -and
  $_.GetParameters()[0].ParameterType.Name -eq 'IAsyncOperation`1' })[0]
function Await($operation, $type) {
  $task = $asTask.MakeGenericMethod($type).Invoke($null, @($operation)); $task.Wait(8000) | Out-Null; $task.Result }
[Windows.Devices.Radios.Radio,Windows.System.Devices,ContentType=WindowsRuntime] | Out-Null
[Windows.Devices.Radios.RadioAccessStatus,Windows.System.Devices,ContentType=WindowsRuntime] | Out-Null
Await ([Windows.Devices.Radios.Radio]::RequestAccessAsync()) ([Windows.Devices.Radios.RadioAccessStatus]) | Out-Null
$radios = Await ([Windows.Devices.Radios.Radio]::GetRadiosAsync()) `
  ([System.Collections.Generic.IReadOnlyList[Windows.Devices.Radios.Radio]])
"""
"""PowerShell that waits for the operations of the Windows Runtime, and has the radios in `$radios`."""
TELLS = "ConvertTo-Json @($radios | ForEach-Object { @{ name = $_.Name; state = [string]$_.State } })\n"


class WindowsRadios:
    """The radios that Windows knows."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    @classmethod
    def on(cls, machine: Machine) -> WindowsRadios | str | None:
        """Itself on Windows with a radio."""
        if machine.platform != "win32":
            return None
        radios = cls(machine.environ)
        try:
            return radios if radios.states() else NONE
        except ToolError as error:
            return error.message

    def states(self) -> dict[str, bool]:
        """Whether each radio is on."""
        return states_in(self._shell(AWAITS + TELLS))

    def switch(self, wanted: Mapping[str, bool]) -> None:
        """Turn radios on or off."""
        self._shell(AWAITS + "".join(map(line, wanted, wanted.values())))

    def _shell(self, script: str) -> str:
        return told(["powershell", "-NoProfile", "-NonInteractive", "-Command", "-"], self._environ, given=script)


def states_in(said: str) -> dict[str, bool]:
    """Whether each radio is on, in what the script says; one that Windows has disabled is left out."""
    radios: list[dict[str, Any]] = json.loads(said or "[]")
    return {radio["name"]: radio["state"] == "On" for radio in radios if radio["state"] in ("On", "Off")}


def line(name: str, on: bool) -> str:
    """One line of PowerShell that turns a radio on or off."""
    quoted, state = name.replace("'", "''"), "On" if on else "Off"
    return (
        f"$radios | Where-Object Name -eq '{quoted}' | ForEach-Object {{ "
        f"Await ($_.SetStateAsync('{state}')) ([Windows.Devices.Radios.RadioAccessStatus]) | Out-Null }}\n"
    )
