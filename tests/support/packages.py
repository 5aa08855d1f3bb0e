"""Reads packages of Tabletop Playground, by what the schema of its templates asks for."""

import json
import re
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from tests.support.tables import Color, seen

Template = dict[str, Any]

_BASE = ("CollisionType", "GUID", "Metadata", "Models", "Name", "SurfaceType", "Tags", "Type")
_CARD = ("BackIndex", "CardMetadata", "CardNames", "CardTags", "FrontTexture", "HiddenIndex", "Indices")
_MODEL = ("Model", "Offset", "Rotation", "Roughness", "Scale", "UseOverrides")
_VECTOR = {"required": ["X", "Y", "Z"], "additionalProperties": {"type": "number"}}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_CELLS = {"propertyNames": {"pattern": "^[0-9]+$"}}

TEMPLATE = Draft202012Validator(
    {
        "type": "object",
        "required": [*_BASE],
        "properties": {
            "GUID": {"type": "string", "pattern": "^[0-9A-F]{32}$"},
            "Name": {"type": "string"},
            "Metadata": {"type": "string"},
            "CollisionType": {"enum": ["Ground", "Penetrable", "Regular", "Static"]},
            "SurfaceType": {"enum": ["Plastic", "Wood", "Metal", "Cardboard", "Cloth", "Glass", "Silent"]},
            "Tags": {"type": "array", "items": {"type": "string"}},
            **dict.fromkeys(("Friction", "Restitution", "Density", "Roughness", "Metallic"), _SHARE),
            "ZoomViewDirection": _VECTOR,
            "Models": {
                "type": "array",
                "items": {
                    "required": [*_MODEL],
                    "properties": {"Offset": _VECTOR, "Rotation": _VECTOR, "Scale": _VECTOR, "Roughness": _SHARE},
                },
            },
        },
        "oneOf": [
            {
                "required": [*_CARD],
                "properties": {
                    "Type": {"const": "Card"},
                    "BackIndex": {"type": "integer", "minimum": -3},
                    "HiddenIndex": {"type": "integer", "minimum": -3},
                    "NumHorizontal": {"type": "integer", "minimum": 1, "maximum": 128},
                    "NumVertical": {"type": "integer", "minimum": 1, "maximum": 128},
                    "Width": {"type": "number", "minimum": 0.1},
                    "Height": {"type": "number", "minimum": 0.1},
                    "Thickness": {"type": "number", "minimum": 0.01},
                    "Model": {"enum": ["Rounded", "Square", "Round", "Hexagonal"]},
                    "Indices": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}},
                    "CardNames": {**_CELLS, "additionalProperties": {"type": "string"}},
                    "CardMetadata": {**_CELLS, "additionalProperties": {"type": "string"}},
                    "CardTags": {**_CELLS, "additionalProperties": {"type": "array", "items": {"type": "string"}}},
                },
            },
            {
                "required": ["Faces"],
                "properties": {
                    "Type": {"const": "Dice"},
                    "Models": {"minItems": 1},
                    "Faces": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "required": ["Name", "X", "Y", "Z"],
                            "properties": {"Name": {"type": "string"}, **{key: {"type": "number"} for key in "XYZ"}},
                            "not": {"properties": {key: {"const": 0} for key in "XYZ"}},
                        },
                    },
                },
            },
        ],
    }
)


class Package:
    """A package read from an export's files. Fails where the program could not load it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.manifest = json.loads(files["Manifest.json"])
        assert set(self.manifest) == {"Name", "Version", "GUID"}
        self.textures = {
            name.removeprefix("Textures/"): data for name, data in files.items() if name.startswith("Textures/")
        }
        assert all(re.fullmatch(r"[a-z0-9-]+/[a-z0-9.-]+[.]png", name) for name in self.textures)
        self.templates: list[Template] = []
        self.used: set[str] = set()
        for name, content in files.items():
            if name.startswith("Templates/"):
                template = json.loads(content)
                TEMPLATE.validate(template)
                assert name == f"Templates/{template['GUID']}.json"
                self.templates.append(template)
                self._check(template)
        guids = [self.manifest["GUID"], *(one["GUID"] for one in self.templates)]
        assert len(guids) == len(set(guids))
        assert len(files) == 1 + len(self.templates) + len(self.textures)
        assert self.used == set(self.textures), "pictures that nothing shows"

    def texture(self, name: str) -> bytes:
        """A picture of the package."""
        self.used.add(name)
        return self.textures[name]

    def sides(self, template: Template, index: int) -> tuple[Color, Color]:
        """What the card in a cell shows, and what lies behind it, by the colours in the middle of the cells."""
        columns, rows = template["NumHorizontal"], template["NumVertical"]
        assert index < columns * rows
        front = seen(self.texture(template["FrontTexture"]), columns, rows, index)
        where = template["BackIndex"]
        if where == -1:
            return front, front
        back = self.texture(template["BackTexture"])
        return front, seen(back) if where == -2 else seen(back, columns, rows, index)

    def _check(self, template: Template) -> None:
        if template["Type"] == "Dice":
            self.texture(template["Models"][0]["Texture"])
            return
        there = {str(index) for index in template["Indices"]}
        assert there == set(template["CardNames"]) == set(template["CardMetadata"]) == set(template["CardTags"])
        for index in template["Indices"]:
            self.sides(template, index)
