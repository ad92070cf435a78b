"""The description of the API by OpenAPI 3.1, made of the options that commands declare and of the schemas of
their documents.
"""

import json
import shlex
import sys
from collections.abc import Mapping
from typing import Any

from analyzer import __version__
from analyzer.report.schema import documents, schema
from analyzer.web.server.answers import JSON
from analyzer.web.server.limits import Limits
from analyzer.web.server.options import ENTRY, FILE_NAME, FILES, Command, Option

Json = dict[str, Any]

_TEXT: Json = {"type": ["string", "number"]}

_REFUSALS = {
    "400": "A sentence on what is wrong with the question; a command line would end with status 2.",
    "401": "The token of the server is missing; only where it asks for one.",
    "403": "Another host or another origin than the server's own.",
    "404": "Nothing of this name.",
    "405": "Another method than those of this address.",
    "408": "The request did not arrive in time.",
    "409": "The job is not done.",
    "413": "The request has too many bytes.",
    "415": "The request is not JSON.",
    "422": "The question takes longer than a request may; ask for it as a job.",
    "429": "Too much to do; ask again after the seconds of `Retry-After`.",
    "500": "A fault of the program.",
    "503": "The process that was answering has ended; ask again.",
}
"""What each status means whose body is one sentence."""

_OF_ALL = ("401", "403", "405", "408", "429", "503")

_DESCRIPTION = """\
Exact odds of baccarat. Each command of `baccarat` is a POST with its options as one JSON object, by name, and
answers with exactly the document that it prints with `--format json`. Keys may have hyphens or underscores.
Numbers are taken as they are written: no digit is lost. Options that name files take names of `files`, whose
texts are in the request; no other file is read. What takes long is a job."""


def write(commands: list[Command], limits: Limits) -> None:
    """Write the description of some commands under some limits."""
    sys.stdout.write(json.dumps(description(commands, limits), ensure_ascii=False, indent=1) + "\n")


def description(commands: list[Command], limits: Limits) -> Json:
    """The whole description."""
    schemas: Json = {"error": _object({"error": {"type": "string"}}), "job": _job()}
    by_command: dict[str, list[str]] = {}
    for name, document in documents().items():
        by_command.setdefault(document.command.split()[0], []).append(name)
        schemas |= _hoisted(name, schema(name))
    paths: Json = {"/api/openapi.json": {"get": _get("This description.", {"type": "object"})}}
    for command in commands:
        asked = _request(command, limits)
        schemas[f"{command.name}-options"] = asked
        answers = by_command.get(command.name, [])
        paths[f"/api/{command.name}"] = {"post": _command(command, _answer(answers))}
        paths[f"/api/jobs/{command.name}"] = {"post": _command(command, _ref("job"), job=True)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "baccarat", "version": __version__, "description": _DESCRIPTION},
        "paths": paths | _jobs(),
        "components": {
            "schemas": schemas,
            "responses": {status: _refusal(status) for status in _REFUSALS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _command(command: Command, answer: Json, *, job: bool = False) -> Json:
    status, meaning = ("202", "The job.") if job else ("200", "The document of `--format json`.")
    headers = {"Location": {"description": "Where the job is.", "schema": {"type": "string"}}}
    good = {
        "description": meaning,
        "content": {JSON: {"schema": answer}},
        **({"headers": headers} if job else {}),
    }
    about = "\n\n".join([command.help, *(f"At the command line: `{line}`" for line in command.examples)])
    examples = [example for line in command.examples if (example := _example(command, line)) is not None]
    asked: Json = {"schema": _ref(f"{command.name}-options")}
    if examples:
        asked["examples"] = {f"example-{n}": {"value": value} for n, value in enumerate(examples, 1)}
    return {
        "operationId": f"job-{command.name}" if job else command.name,
        "summary": f"{command.task} As a job." if job else command.task,
        "description": about,
        "tags": ["jobs" if job else "questions"],
        "requestBody": {"required": True, "content": {JSON: asked}},
        "responses": {status: good, **_refusals("400", "413", "415", "422", "500")},
    }


def _example(command: Command, line: str) -> Json | None:
    """The request for a command line; None if it reads a file, or says where its answer goes."""
    words = shlex.split(line)
    if words[:2] != ["baccarat", command.name]:
        return None
    flags = {option.flag: option for option in command.options if option.flag}
    arguments = [option for option in command.options if not option.flag]
    request: Json = {}
    rest = iter(words[2:])
    for word in rest:
        if word in ("-o", "--format"):
            next(rest)
            continue
        if word.startswith("--"):
            option = flags.get(word)
            if option is None:
                return None
            value: Any = next(rest) if option.metavar else True
        else:
            option = arguments[0]
            arguments = arguments if option.several else arguments[1:]
            value = word
        if option.about_files:
            return None
        if option.several:
            request.setdefault(option.name, []).append(value)
        else:
            request[option.name] = value
    return request


def _request(command: Command, limits: Limits) -> Json:
    """The schema of a request: every option, and files."""
    files = {
        "type": "object",
        "description": "Files by name; options that take a FILE may name them.",
        "propertyNames": {"pattern": f"^{FILE_NAME}$"},
        "additionalProperties": {"type": "string"},
        "maxProperties": limits.files,
    }
    properties = {option.name: _option(option) for option in command.options}
    # What a command is about may be given as the files of the request alone.
    required = [one.name for one in command.options if one.required and not one.about_files]
    return _object({**properties, FILES: files}, required)


def _option(option: Option) -> Json:
    meaning = f"{option.help} {option.metavar}".strip()
    if option.default:
        meaning += f", by default {option.default}"
    if not option.metavar:
        return {"type": "boolean", "description": option.help}
    forms: list[Json] = [_TEXT]
    if option.several:
        forms.append({"type": "array", "items": _TEXT, **({"minItems": 1} if option.required else {})})
    if option.by_name or option.counts:
        forms.append(
            {"type": "object", "propertyNames": {"pattern": f"^{ENTRY}$"}, "additionalProperties": _TEXT}
        )
    return {"description": meaning, **(forms[0] if len(forms) == 1 else {"anyOf": forms})}


def _jobs() -> Json:
    """The paths of a job."""
    id: Json = {
        "name": "job",
        "in": "path",
        "required": True,
        "description": "The id that the job was begun with.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
    }
    answer = _get("The document of a job that is done.", {"type": "object"}, "404", "409")
    events = _get(
        "Server-sent events: `progress` with units done, their total and what they are; `remark`; at the end "
        "`done`, `failed` or `stopped` with the job.",
        {},
        "404",
    )
    # A schema says nothing of a stream.
    events["responses"]["200"]["content"] = {"text/event-stream": {}}
    state = _get("The state of a job.", _ref("job"), "404")
    stop = {**_get("Stop a job, and forget it.", _ref("job"), "404"), "operationId": "stop-job"}
    return {
        "/api/jobs/{job}": {"parameters": [id], "get": {**state, "operationId": "job"}, "delete": stop},
        "/api/jobs/{job}/answer": {"parameters": [id], "get": {**answer, "operationId": "job-answer"}},
        "/api/jobs/{job}/events": {"parameters": [id], "get": {**events, "operationId": "job-events"}},
    }


def _job() -> Json:
    progress = _object(
        {"done": {"type": "integer"}, "total": {"type": "integer"}, "unit": {"type": "string"}}
    )
    return _object(
        {
            "job": {"type": "string", "description": "Its id, which nobody else can guess."},
            "command": {"type": "string"},
            "state": {"enum": ["waiting", "running", "done", "failed", "stopped"]},
            "progress": {"anyOf": [progress, {"type": "null"}], "description": "A total of 0 is unknown."},
            "remarks": {"type": "array", "items": {"type": "string"}},
            "error": {"type": ["string", "null"], "description": "Why there is no answer."},
        }
    )


def _get(summary: str, answer: Json, *refusals: str) -> Json:
    good = {"description": summary, "content": {JSON: {"schema": answer}}}
    return {"summary": summary, "responses": {"200": good, **_refusals("422", "500", *refusals)}}


def _refusals(*statuses: str) -> Json:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in sorted({*_OF_ALL, *statuses})}


def _refusal(status: str) -> Json:
    return {"description": _REFUSALS[status], "content": {JSON: {"schema": _ref("error")}}}


def _object(properties: Json, required: list[str] | None = None) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _answer(names: list[str]) -> Json:
    if not names:
        return {"type": "object"}
    return _ref(names[0]) if len(names) == 1 else {"anyOf": [_ref(name) for name in names]}


def _hoisted(name: str, whole: Json) -> Json:
    """A schema that is complete in itself, and its definitions, as schemas of the description."""
    inner = whole.pop("$defs", {})
    for key in ("$schema", "$id"):
        whole.pop(key)
    made = {name: whole, **{f"{name}.{key}": value for key, value in inner.items()}}
    return {key: _moved(value, f"#/components/schemas/{name}.") for key, value in made.items()}


def _moved(schema: Any, place: str) -> Any:
    """A schema whose references go to definitions in another place."""
    if isinstance(schema, Mapping):
        return {
            key: place + value.removeprefix("#/$defs/")
            if key == "$ref" and isinstance(value, str)
            else _moved(value, place)
            for key, value in schema.items()
        }
    return [_moved(one, place) for one in schema] if isinstance(schema, list) else schema
