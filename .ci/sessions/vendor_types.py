"""The types of requests and answers that the providers ship in their own Python packages, made
strict.

The packages describe a request as a `TypedDict`, which takes unknown keys, and its lists as
`Iterable`, whose elements pydantic checks only when somebody reads them. So on each reachable one
unknown keys are forbidden, and each `Iterable` becomes a list. Then a misspelt key, a tool message
without its call, or a temperature for a model that takes none is rejected.
"""

import collections.abc
import re
import sys
import types
import typing

import anthropic.types
import anthropic.types.messages
import anthropic.types.message_count_tokens_params as anthropic_count_params
import anthropic.types.message_create_params as anthropic_params
import anthropic.types.messages.batch_create_params as anthropic_batch_params
import botocore.loaders
import botocore.model
import botocore.validate
import cerebras.cloud.sdk.types.chat.completion_create_params as cerebras_params
import google.genai.types as gemini
import groq.types.chat.completion_create_params as groq_params
import mistralai.client.models as mistral
import ollama._types
import openai.types.batch_create_params as openai_batch_params
import openai.types.chat.completion_create_params as chat_params
import openai.types.responses.response_create_params as responses_params
import pydantic
import typing_extensions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent

STRICT = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def strict(root):
    """An adapter of a `TypedDict`, or a union of some, that takes nothing that is not declared."""
    seen = set()

    def rewrite(annotation, module):
        if isinstance(annotation, (str, typing.ForwardRef)):
            text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
            # An annotation, as its module means it.
            annotation = eval(text, vars(sys.modules[module]))
        if typing_extensions.is_typeddict(annotation):
            visit(annotation)
            return annotation
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is None or origin is typing.Literal:
            return annotation
        if origin is typing.Annotated:
            return typing.Annotated[(rewrite(arguments[0], module), *annotation.__metadata__)]
        arguments = tuple(
            [rewrite(part, module) for part in argument] if isinstance(argument, list)
            else argument if argument is ... else rewrite(argument, module)
            for argument in arguments)
        if origin is collections.abc.Iterable:
            return list[arguments]
        if origin in (typing.Union, types.UnionType):
            return typing.Union[arguments]
        if origin in (typing_extensions.Required, typing_extensions.NotRequired):
            return origin[arguments[0]]
        return origin[arguments]

    def visit(declared):
        if declared in seen:
            return
        seen.add(declared)
        declared.__pydantic_config__ = STRICT
        for name, annotation in list(declared.__annotations__.items()):
            declared.__annotations__[name] = rewrite(annotation, declared.__module__)

    rewrite(root, getattr(root, "__module__", __name__))
    return pydantic.TypeAdapter(root)


def gemini_request(body):
    """Checks a body for Gemini part by part: the package has a type for each, and none for the
    whole."""
    parts = {
        "contents": list[gemini.Content], "systemInstruction": gemini.Content,
        "tools": list[gemini.Tool], "toolConfig": gemini.ToolConfig,
        "generationConfig": gemini.GenerationConfig,
        # The package states it among the options, and writes it next to the contents.
        "continuationToken": str, "cachedContent": str,
    }
    unknown = set(body) - set(parts)
    if unknown or not body.get("contents"):
        raise ValueError(f"unknown keys {sorted(unknown)}, or no contents")
    for name, value in body.items():
        pydantic.TypeAdapter(parts[name]).validate_python(value)
    for content in body["contents"]:
        if not content.get("parts"):
            raise ValueError("a content without parts, which Gemini rejects")


def forbid_unknown_keys(*models):
    """Makes models of pydantic strict, the inner ones first."""
    for model in models:
        model.model_config["extra"] = "forbid"
        model.model_rebuild(force=True)


# The parameters of a tool are left as they are: the type names only some keywords of JSON Schema.
forbid_unknown_keys(
    ollama._types.Message.ToolCall.Function, ollama._types.Message.ToolCall,
    ollama._types.Message, ollama._types.Tool.Function, ollama._types.Tool,
    ollama._types.Options, ollama._types.ChatRequest)


def ollama_request(body):
    """Checks a body for Ollama, whose type of a request takes any mapping as a message.

    An image is a value of its own there, which is written as the text that it has here.
    """
    ollama._types.ChatRequest.model_validate(body)
    for message in body["messages"]:
        images = [ollama._types.Image(value=image) for image in message.get("images", [])]
        read = ollama._types.Message.model_validate(
            message | ({"images": images} if images else {}))
        if read.model_dump(exclude_none=True).get("images", []) != message.get("images", []):
            raise ValueError("the package writes other images")


def bedrock_request(body):
    """Checks a body for Converse by the model of the service that botocore ships."""
    shape = BEDROCK.operation_model("ConverseStream").input_shape
    report = botocore.validate.ParamValidator().validate({"modelId": "m", **body}, shape)
    # The validator only warns of unknown keys, and checks no patterns.
    unknown = [name for name in body if name not in shape.members]
    if report.has_errors() or unknown:
        raise ValueError(f"{report.generate_report()} {unknown}")

    def check(value, shape):
        if shape.type_name == "structure":
            if shape.is_document_type:
                return
            for name, part in value.items():
                if name not in shape.members:
                    raise ValueError(f"{shape.name} has no {name}")
                check(part, shape.members[name])
        elif shape.type_name == "list":
            for part in value:
                check(part, shape.member)
        elif shape.type_name == "string":
            pattern = shape.metadata.get("pattern")
            if pattern and not re.fullmatch(pattern, value):
                raise ValueError(f"{shape.name}: {value!r} does not match {pattern}")

    check(body, shape)
    roles = [message["role"] for message in body["messages"]]
    if roles != ["user" if index % 2 == 0 else "assistant" for index in range(len(roles))]:
        raise ValueError(f"the roles do not take turns: {roles}")


BEDROCK = botocore.model.ServiceModel(
    botocore.loaders.Loader().load_service_model("bedrock-runtime", "service-2"), "bedrock-runtime")

ANTHROPIC = strict(anthropic_params.MessageCreateParamsStreaming)
GROQ = strict(groq_params.CompletionCreateParams)
MISTRAL = strict(mistral.ChatCompletionStreamRequestTypedDict)


def vertex_claude_request(body):
    """Checks a body for Claude on Vertex AI: that of Messages, with the version in place of the
    model."""
    version = body.pop("anthropic_version", None)
    if "model" in body or not isinstance(version, str):
        raise ValueError("a body with a model, or without a version")
    ANTHROPIC.validate_python({**body, "model": "m"})


def groq_request(body):
    """Checks a body for Groq, whose package has `stream_options` in the words of its chunks
    alone."""
    options = body.pop("stream_options", None)
    if options is not None and (options != {"include_usage": True} or not body.get("stream")):
        raise ValueError(f"stream_options are {options}")
    GROQ.validate_python(body)


def mistral_request(body):
    """Checks a body for Mistral, whose package has another name for the key `schema`."""
    schema = body.get("response_format", {}).get("json_schema")
    if schema:
        schema["schema_definition"] = schema.pop("schema")
    MISTRAL.validate_python(body)
    for message in body["messages"]:
        ids = [call["id"] for call in message.get("tool_calls", [])]
        ids.append(message.get("tool_call_id", "a" * 9))
        if not all(re.fullmatch("[A-Za-z0-9]{9}", name) for name in ids):
            raise ValueError(f"identifiers of calls are {ids}")


# Clouds and services, which fewer tests talk to.
SERVICES = {
    "vertex-claude": vertex_claude_request,
    "groq": groq_request,
    "mistral": mistral_request,
    "cerebras": strict(cerebras_params.CompletionCreateParams).validate_python,
}

REQUESTS = {
    "bedrock": bedrock_request,
    "chat": strict(chat_params.CompletionCreateParamsStreaming).validate_python,
    "responses": strict(responses_params.ResponseCreateParamsStreaming).validate_python,
    "anthropic": ANTHROPIC.validate_python,
    "gemini": gemini_request,
    "ollama": ollama_request,
}

OPENAI_BODIES = {
    "/v1/chat/completions": strict(chat_params.CompletionCreateParamsNonStreaming).validate_python,
    "/v1/responses": strict(responses_params.ResponseCreateParamsNonStreaming).validate_python,
}


def openai_batch_line(line):
    """Checks a line of a file of requests, of which the package has only the types of the
    bodies."""
    if set(line) != {"custom_id", "method", "url", "body"} or line["method"] != "POST":
        raise ValueError(f"a line has other keys, or another method: {sorted(line)}")
    OPENAI_BODIES[line["url"]](line["body"])


def gemini_batch(body):
    """Checks a batch for Gemini as the package writes it, request by request."""
    batch = body.pop("batch")
    requests = batch["inputConfig"].pop("requests").pop("requests")
    if body or set(batch) != {"displayName", "inputConfig"} or batch["inputConfig"] or not requests:
        raise ValueError("a batch with other keys, or without requests")
    for request in requests:
        gemini_request(request.pop("request"))
        if set(request) != {"metadata"} or not request["metadata"]["key"]:
            raise ValueError(f"a request with other keys: {sorted(request)}")


# Of batches and of counts the tests send few.
BATCHES = {
    "anthropic-counts": strict(anthropic_count_params.MessageCountTokensParams).validate_python,
    "openai-batches": strict(openai_batch_params.BatchCreateParams).validate_python,
    "openai-batch-lines": openai_batch_line,
    "anthropic-batches": strict(anthropic_batch_params.BatchCreateParams).validate_python,
    "gemini-batches": gemini_batch,
}

EVENTS = {
    "chat": lambda event: ChatCompletionChunk.model_validate(event, strict=True),
    "responses": pydantic.TypeAdapter(ResponseStreamEvent).validate_python,
    "anthropic": pydantic.TypeAdapter(anthropic.types.RawMessageStreamEvent).validate_python,
    "gemini": gemini.GenerateContentResponse.model_validate,
    "ollama": ollama._types.ChatResponse.model_validate,
}

# Whole replies, which batches have; of Anthropic the line of a file of results.
REPLIES = {
    "chat": ChatCompletion.model_validate,
    "responses": Response.model_validate,
    "anthropic": anthropic.types.messages.MessageBatchIndividualResponse.model_validate,
    "gemini": gemini.GenerateContentResponse.model_validate,
}
