"""ReceiptReader: the photos of a receipt become a typed value.

The photos have to arrive byte for byte and after their labels, and a file that is no photo or does
not exist has to be an error before anything is sent.
"""

import base64
import json
import pathlib
import tempfile

from chat_server import Reply, pieces, schema_of, serve
from programs import fail, require_equal, run

RECEIPT = {
    "shop": "Käseladen",
    "items": [{"name": "Brie", "price": 450}, {"name": "Gouda", "price": 1275}],
    "total": 1725,
    "photo": {"attachmentLabel": "photo 2"},
}
PHOTOS = {
    "first.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400,
    "second.jpg": b"\xff\xd8\xff\xe0" + bytes(reversed(range(256))) * 3,
}


def answer(body):
    [message] = body["messages"]
    if message["role"] != "user":
        raise ValueError("another role")
    parts = message["content"]
    texts = [part["text"] for part in parts if part["type"] == "text"]
    if texts != [
            'Read the receipt in these photos.\nThe attachment "photo 1":',
            'The attachment "photo 2":']:
        raise ValueError(f"other texts: {texts}")
    if [part["type"] for part in parts] != ["text", "image_url"] * 2:
        raise ValueError("another order")
    images = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    for (name, data), kind, image in zip(
            PHOTOS.items(), ["image/png", "image/jpeg"], images, strict=True):
        head, _, text = image.partition(",")
        if head != f"data:{kind};base64" or base64.b64decode(text, validate=True) != data:
            raise ValueError(f"{name} arrived otherwise")
    if list(schema_of(body)["properties"]) != list(RECEIPT):
        raise ValueError("another schema")
    return Reply(pieces(json.dumps(RECEIPT, ensure_ascii=False)))


def check(program):
    requests = []

    def counted(body):
        requests.append(body)
        return answer(body)

    with tempfile.TemporaryDirectory() as folder, serve(counted) as environment:
        paths = []
        for name, data in PHOTOS.items():
            path = pathlib.Path(folder) / name
            path.write_bytes(data)
            paths.append(str(path))
        result = run(program, *paths, environment=environment)
        require_equal(result.stdout, """\
450  Brie
1275  Gouda
1725  Käseladen, in second.jpg
It adds up.
""", "ReceiptReader prints")
        text = pathlib.Path(folder) / "note.txt"
        text.write_text("no photo")
        for path, problem in [
                (text, "does not accept the attachment"), (folder + "/gone.png", "cannot be read")]:
            failed = run(program, str(path), environment=environment)
            if failed.returncode != 1 or problem not in failed.stdout:
                fail(f"{path} is not an error:\n{failed.stdout}{failed.stderr}")
    if len(requests) != 1:
        fail(f"{len(requests)} requests were sent, and not 1")
    return "reads a receipt of two photos, and refuses what is none"
