"""Command line: python -m spamfilter COMMAND"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from . import dataset, training
from .logistic import sigmoid
from .metrics import Confusion
from .synth import MailGenerator

ROOT = Path(__file__).resolve().parent.parent
HANDWRITTEN = ROOT / "data" / "handwritten.csv"
MODELS = ROOT / "models" / "models.json"
EVALUATION = ROOT / "models" / "evaluation.json"


def command_generate(args: argparse.Namespace) -> None:
    dataset.save(MailGenerator(args.seed).mails(args.count), args.out)
    print(f"Wrote {args.count} mails to {args.out}")


def command_train(args: argparse.Namespace) -> None:
    mails = MailGenerator(args.seed).mails(args.count) + dataset.load(HANDWRITTEN)
    if args.extra:
        mails += dataset.load(args.extra)
    started = time.perf_counter()
    models = training.train(mails)
    training.save_models(models, MODELS)
    print(f"Trained on {len(mails)} mails in {time.perf_counter() - started:.1f} s, saved to {MODELS.relative_to(ROOT)}")
    for model in models:
        print(f"\n{model.name}: {len(model.weights)} terms")
        order = sorted(model.weights, key=model.weights.__getitem__)
        print("  most like spam:", ", ".join(reversed(order[-12:])))
        print("  most like ham: ", ", ".join(order[:12]))


def command_evaluate(args: argparse.Namespace) -> None:
    experiments = training.run_experiments(MailGenerator(args.seed).mails(args.count), dataset.load(HANDWRITTEN))
    EVALUATION.parent.mkdir(exist_ok=True)
    EVALUATION.write_text(json.dumps(experiments, separators=(",", ":")), encoding="utf-8")
    for experiment in experiments:
        print(f"\n== {experiment['title']}\n   {experiment['note']}")
        for name, result in experiment["models"].items():
            tp, fn, fp, tn = result["confusion"]
            print(f"\n{name}: accuracy {result['accuracy']:.1%}, precision {result['precision']:.1%}, "
                  f"recall {result['recall']:.1%}, F1 {result['f1']:.3f}, AUC {result['auc']:.3f}")
            print(Confusion(tp, fp, fn, tn).as_text())
    print(f"\nSaved to {EVALUATION.relative_to(ROOT)}")


def command_predict(args: argparse.Namespace) -> None:
    body = args.file.read_text(encoding="utf-8") if args.file else sys.stdin.read()
    terms = dataset.Mail("", args.subject, body).terms
    for model in training.load_models(MODELS):
        probability = sigmoid(model.score(terms))
        parts = sorted(model.contributions(terms).items(), key=lambda item: -abs(item[1]))[:6]
        print(f"{model.name}: {'SPAM' if probability >= 0.5 else 'ham'} ({probability:.1%})")
        print("   " + ", ".join(f"{term} {weight:+.2f}" for term, weight in parts))


def command_serve(args: argparse.Namespace) -> None:
    from .web import serve

    serve(args.port, training.load_models(MODELS), json.loads(EVALUATION.read_text(encoding="utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(prog="spamfilter", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    data = argparse.ArgumentParser(add_help=False)
    data.add_argument("--count", type=int, default=2400, help="number of generated mails (default 2400)")
    data.add_argument("--seed", type=int, default=7, help="seed of the generator (default 7)")

    generate = commands.add_parser("generate", parents=[data], help="write generated mails to a CSV file")
    generate.add_argument("--out", type=Path, default=ROOT / "data" / "generated.csv")
    generate.set_defaults(run=command_generate)

    train = commands.add_parser("train", parents=[data], help="train both models on all data")
    train.add_argument("--extra", type=Path, help="a CSV file of your own mails: label,subject,body")
    train.set_defaults(run=command_train)

    commands.add_parser("evaluate", parents=[data], help="run the three experiments").set_defaults(run=command_evaluate)

    predict = commands.add_parser("predict", help="classify one mail")
    predict.add_argument("file", type=Path, nargs="?", help="text of the mail (default: standard input)")
    predict.add_argument("--subject", default="")
    predict.set_defaults(run=command_predict)

    serve = commands.add_parser("serve", help="try it in the browser")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(run=command_serve)

    args = parser.parse_args()
    try:
        args.run(args)
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is missing. Run: python -m spamfilter train, then evaluate.")
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
