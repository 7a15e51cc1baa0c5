"""TicketTriage: a thousand tickets, eight at a time, on a server that is often busy.

The number of the ticket decides what happens: some requests are rejected first, some answers do not
fit at first, one ticket is refused. The results have to be in order, and the cost that of all
answers.
"""

import collections
import json
import re
import threading
import time

from chat_server import Reply, pieces, schema_of, serve
from programs import fail, require_equal, run

COUNT = 1000
REFUSED = 500
CATEGORIES = ["billing", "defect", "question", "wish", "billing", "defect"]


def triage(number):
    return {
        "category": CATEGORIES[number % 6], "priority": 1 + number % 4,
        "summary": f"Ticket {number} – größer",
    }


class Desk:
    """Answers tickets, and counts how many are asked at the same time."""

    def __init__(self):
        self.lock = threading.Lock()
        self.tries = collections.Counter()
        self.running = self.most = 0

    def answer(self, body):
        schema = schema_of(body)
        if schema["properties"]["priority"]["maximum"] != 4:
            raise ValueError("the range is lost")
        users = [message["content"] for message in body["messages"] if message["role"] == "user"]
        number = int(re.match(r"Ticket (\d+): ", users[0]).group(1))
        with self.lock:
            self.tries[number] += 1
            tries = self.tries[number]
            self.running += 1
            self.most = max(self.most, self.running)
        time.sleep(0.002)
        with self.lock:
            self.running -= 1
        if number % 20 == 0 and tries == 1:
            return Reply(
                status=429, error="Slow down",
                headers={"retry-after-ms": "10", "retry-after": "60"})
        if number % 33 == 0 and tries <= 2:
            return Reply(status=503, error="Busy", headers={"retry-after-ms": "5"})
        if number == REFUSED:
            return Reply([{"refusal": "I cannot read this."}])
        answer = triage(number)
        if number % 50 == 0 and len(users) == 1:
            answer["priority"] = 9
        elif number % 50 == 0 and "priority" not in users[1]:
            raise ValueError("the feedback does not say what is wrong")
        return Reply(pieces(json.dumps(answer, ensure_ascii=False), 40))


def check(program):
    desk = Desk()
    with serve(desk.answer) as environment:
        result = run(program, str(COUNT), environment=environment)

    numbers = [number for number in range(1, COUNT + 1) if number != REFUSED]
    expected = [{"ticket": number, "triage": triage(number)} for number in numbers]
    if [json.loads(line) for line in result.stdout.splitlines()] != expected:
        fail(f"TicketTriage prints other results:\n{result.stdout[-2000:]}{result.stderr}")
    if result.returncode != 1:
        fail(f"a ticket that failed is not in the status {result.returncode}")
    if not 2 <= desk.most <= 8:
        fail(f"{desk.most} tickets are asked at the same time")
    counts = collections.Counter(CATEGORIES[number % 6] for number in numbers)
    # A refused answer has a price too, and one that is asked for again has it twice.
    again = sum(number % 50 == 0 for number in numbers)
    answers = COUNT + again
    cost = answers * (40 * 0.25 + 60 * 0.025 + 20 * 2) / 1_000_000
    progress, _, summary = result.stderr.partition(f"{COUNT} of {COUNT}, ")
    if progress.count(f" of {COUNT}, $") != 9:
        fail(f"another progress:\n{progress}")
    require_equal(summary.partition("\n")[2], f"""\
billing: {counts["billing"]}
defect: {counts["defect"]}
question: {counts["question"]}
wish: {counts["wish"]}
failed: 1
  ticket {REFUSED}: The model declines to answer: OpenAI: the model declines.
asked again: {again}
tokens: {answers * 100} read, of which {answers * 60} cached; {answers * 20} written
cost: ${cost:.7g}
""", "the summary of TicketTriage")
    return f"sorts {COUNT} tickets, {desk.most} at a time, {sum(desk.tries.values())} requests"
