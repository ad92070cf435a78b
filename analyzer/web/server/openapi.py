"""The OpenAPI 3.1 description of the API, generated from the options that commands declare and from the
schemas of their documents.
"""

import json
import shlex
import sys
from typing import Any

from analyzer import __version__
from analyzer.report.schema import documents, schema
from analyzer.web.server.answers import JSON
from analyzer.web.server.limits import Limits
from analyzer.web.server.options import ENTRY, FILE_NAME, FILES, Command, Option

Json = dict[str, Any]

_TEXT: Json = {"type": ["string", "number"]}

_REFUSALS = {
    "400": "The request is wrong, as the sentence explains; the command line would exit with status 2.",
    "401": "The server requires a token, and the request has none or a wrong one.",
    "403": "The request names another host than the server's, or comes from another origin.",
    "404": "The address, command or job does not exist.",
    "405": "The address does not support this method.",
    "408": "The request did not arrive in time.",
    "409": "The job is not done.",
    "413": "The request has too many bytes.",
    "415": "The request is not JSON.",
    "422": "The answer takes longer than a request allows; send it as a job.",
    "429": "The server is busy; try again after the seconds in `Retry-After`.",
    "500": "The program failed.",
    "503": "The process that was computing the answer has ended; send the request again.",
}
"""The meaning of each status whose body is one sentence."""

_OF_ALL = ("401", "403", "405", "408", "429", "503")

_DESCRIPTION = """\
Exact baccarat odds. To run a command of `baccarat`, POST its options by name as one JSON object; the response
is exactly the document that the command prints with `--format json`. Keys can have hyphens or underscores.
Numbers keep all digits that are written. Options that name files take names from `files`, which contains the
texts of the files; no other file is read. Run long questions as jobs."""


def write(commands: list[Command], limits: Limits) -> None:
    """Write the description of these commands under these limits."""
    sys.stdout.write(json.dumps(description(commands, limits), ensure_ascii=False, indent=1) + "\n")


def description(commands: list[Command], limits: Limits) -> Json:
    """The whole description."""
    schemas: Json = {"error": _object({"error": {"type": "string"}}), "job": _job()}
    answers: dict[str, list[Json]] = {}
    for name, document in documents().items():
        answers.setdefault(document.command.split()[0], []).append(_ref(name))
        schemas |= _hoisted(name, schema(name))
    paths: Json = {"/api/openapi.json": {"get": _get("This description.", _json({"type": "object"}))}}
    for command in commands:
        schemas[f"{command.name}-options"] = _request(command, limits)
        answer = _any_of(answers.get(command.name, [{"type": "object"}]))
        paths[f"/api/{command.name}"] = {"post": _post(command, answer)}
        paths[f"/api/jobs/{command.name}"] = {"post": _post(command, _ref("job"), job=True)}
    sentence = _json(_ref("error"))
    return {
        "openapi": "3.1.0",
        "info": {"title": "baccarat", "version": __version__, "description": _DESCRIPTION},
        "paths": paths | _jobs(),
        "components": {
            "schemas": schemas,
            "responses": {
                status: {"description": meaning, "content": sentence} for status, meaning in _REFUSALS.items()
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _post(command: Command, answer: Json, *, job: bool = False) -> Json:
    """The operation that runs a command, directly or as a job."""
    status, meaning = ("202", "The job.") if job else ("200", "The document of `--format json`.")
    good = {"description": meaning, "content": _json(answer)}
    asked = {"schema": _ref(f"{command.name}-options")}
    if job:
        good["headers"] = {"Location": {"description": "The path of the job.", "schema": {"type": "string"}}}
    requests = [_example(command, line) for line in command.examples]
    examples = [{"value": request} for request in requests if request is not None]
    if examples:
        asked["examples"] = {f"example-{n}": example for n, example in enumerate(examples, 1)}
    return {
        "operationId": f"job-{command.name}" if job else command.name,
        "summary": f"{command.task} As a job." if job else command.task,
        "description": "\n\n".join(
            [command.help, *(f"At the command line: `{line}`" for line in command.examples)]
        ),
        "tags": ["jobs" if job else "questions"],
        "requestBody": {"required": True, "content": {JSON: asked}},
        "responses": {status: good, **_refusals("400", "413", "415", "422", "500")},
    }


def _example(command: Command, line: str) -> Json | None:
    """The request equivalent to a command line; None if it reads a file or has an option not in requests."""
    program, name, *words = shlex.split(line)
    if (program, name) != ("baccarat", command.name):
        return None
    flags = {option.flag: option for option in command.options if option.flag}
    arguments = [option for option in command.options if not option.flag]
    request: Json = {}
    rest = iter(words)
    for word in rest:
        if word in ("-o", "--format"):
            next(rest)
            continue
        option = flags.get(word) if word.startswith("--") else arguments[0]
        if option is None or option.about_files:
            return None
        value: Any = word if not option.flag else next(rest) if option.metavar else True
        if option.several:
            request.setdefault(option.name, []).append(value)
        else:
            request[option.name] = value
            arguments = [one for one in arguments if one is not option]
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
    # Input files need not be named: the files of the request are enough.
    required = [one.name for one in command.options if one.required and not one.about_files]
    return _object({**properties, FILES: files}, required)


def _option(option: Option) -> Json:
    if not option.metavar:
        return {"type": "boolean", "description": option.help}
    meaning = f"{option.help} {option.metavar}".strip()
    if option.default:
        meaning += f", by default {option.default}"
    forms: list[Json] = [_TEXT]
    if option.several:
        forms.append({"type": "array", "items": _TEXT, **({"minItems": 1} if option.required else {})})
    if option.by_name or option.counts:
        names = {"pattern": f"^{ENTRY}$"}
        forms.append({"type": "object", "propertyNames": names, "additionalProperties": _TEXT})
    return {"description": meaning, **_any_of(forms)}


def _jobs() -> Json:
    """The paths of a job."""
    id: Json = {
        "name": "job",
        "in": "path",
        "required": True,
        "description": "The id in the response that started the job.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
    }
    job, document = _json(_ref("job")), _json({"type": "object"})
    # A schema cannot describe a stream.
    stream: Json = {"text/event-stream": {}}
    sent = (
        "Server-sent events: `progress` with the number of units done, the total and the unit; `remark`; at "
        "the end `done`, `failed` or `stopped` with the job."
    )
    state = _get("The state of a job.", job, "404", id="job")
    stop = _get("Stop a job and remove it.", job, "404", id="stop-job")
    answer = _get("The document of a finished job.", document, "404", "409", id="job-answer")
    events = _get(sent, stream, "404", id="job-events")
    return {
        "/api/jobs/{job}": {"parameters": [id], "get": state, "delete": stop},
        "/api/jobs/{job}/answer": {"parameters": [id], "get": answer},
        "/api/jobs/{job}/events": {"parameters": [id], "get": events},
    }


def _job() -> Json:
    units = {"done": {"type": "integer"}, "total": {"type": "integer"}, "unit": {"type": "string"}}
    progress = _any_of([_object(units), {"type": "null"}])
    return _object(
        {
            "job": {"type": "string", "description": "The id of the job, which cannot be guessed."},
            "command": {"type": "string"},
            "state": {"enum": ["waiting", "running", "done", "failed", "stopped"]},
            "progress": {**progress, "description": "A total of 0 means unknown."},
            "remarks": {"type": "array", "items": {"type": "string"}},
            "error": {"type": ["string", "null"], "description": "Why there is no answer."},
        }
    )


def _get(summary: str, content: Json, *refusals: str, id: str = "") -> Json:
    """An operation without a request body, and the content of its response."""
    good = {"description": summary, "content": content}
    responses = {"200": good, **_refusals("422", "500", *refusals)}
    return {"summary": summary, "responses": responses, **({"operationId": id} if id else {})}


def _refusals(*statuses: str) -> Json:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in sorted({*_OF_ALL, *statuses})}


def _json(schema: Json) -> Json:
    return {JSON: {"schema": schema}}


def _object(properties: Json, required: list[str] | None = None) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def _any_of(forms: list[Json]) -> Json:
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _hoisted(name: str, whole: Json) -> Json:
    """A self-contained schema, split into it and its definitions as schemas of the description."""
    moved = json.loads(json.dumps(whole).replace('"#/$defs/', f'"#/components/schemas/{name}.'))
    inner = moved.pop("$defs", {})
    del moved["$schema"], moved["$id"]
    return {name: moved, **{f"{name}.{key}": definition for key, definition in inner.items()}}
