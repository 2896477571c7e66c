"""Command line: python -m digits COMMAND"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from . import training
from .network import lenet
from .synth import DigitGenerator

WEIGHTS = Path(__file__).resolve().parent.parent / "weights"
NETWORK, HISTORY, EVALUATION = WEIGHTS / "digits.npz", WEIGHTS / "history.json", WEIGHTS / "evaluation.json"


def write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


def read_json(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def command_train(args: argparse.Namespace) -> None:
    started = time.perf_counter()
    data = DigitGenerator(training.TRAIN_SEED, training.TRAIN_STRENGTH).digits(args.samples)
    test = DigitGenerator(training.TEST_SEED).digits(2000)
    print(f"{len(data)} training digits made in {time.perf_counter() - started:.1f} s")
    network = lenet(args.seed)
    history = training.train(network, data, test, args.epochs, seed=args.seed)
    network.save(NETWORK)
    write_json(HISTORY, history)
    print(f"saved to {NETWORK} after {time.perf_counter() - started:.0f} s")


def command_evaluate(args: argparse.Namespace) -> None:
    write_json(EVALUATION, training.evaluate(lenet().load(NETWORK), args.samples))


def command_show(args: argparse.Namespace) -> None:
    """Prints generated digits as text, to look at the data without any library."""
    generator = DigitGenerator(args.seed, strength=args.strength)
    for row in generator.draw(args.digit):
        print("".join(" .:-=+*#%@"[int(value * 9.99)] * 2 for value in row))


def command_serve(args: argparse.Namespace) -> None:
    from .web import serve

    serve(args.port, lenet().load(NETWORK), {"history": read_json(HISTORY), **read_json(EVALUATION)})


def main() -> None:
    parser = argparse.ArgumentParser(prog="digits", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    train = commands.add_parser("train", help="train the network and save its weights")
    train.add_argument("--samples", type=int, default=12000)
    train.add_argument("--epochs", type=int, default=6)
    train.add_argument("--seed", type=int, default=0)
    train.set_defaults(run=command_train)

    evaluate = commands.add_parser("evaluate", help="test the saved network, easy to hard")
    evaluate.add_argument("--samples", type=int, default=4000)
    evaluate.set_defaults(run=command_evaluate)

    show = commands.add_parser("show", help="print one generated digit as text")
    show.add_argument("digit", type=int, choices=range(10))
    show.add_argument("--seed", type=int, default=None)
    show.add_argument("--strength", type=float, default=1.0)
    show.set_defaults(run=command_show)

    serve = commands.add_parser("serve", help="draw digits in the browser")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(run=command_serve)

    args = parser.parse_args()
    try:
        args.run(args)
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is missing. Run: python -m digits train, then evaluate.")


if __name__ == "__main__":
    main()
