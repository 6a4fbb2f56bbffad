// A step to share: its link, its picture, the match as a file.

import { useEffect, useRef, useState } from "preact/hooks";
import { SHAPES } from "./cards";
import { type Card, type Seat, SEATS, type State, type Suit } from "./contract";
import { inOrder } from "./hand";
import type { Playback } from "./playback";
import { _, bidName, playerName, rankMark, written } from "./words";

const [WIDTH, HEIGHT] = [1200, 630];
const COLOURS: Record<Suit, string> = { S: "#14191c", C: "#14191c", H: "#c0262d", D: "#c0262d" };
/** Where each seat's cards begin. */
const PLACES: Record<Seat, [x: number, y: number]> = { N: [470, 40], E: [860, 215], S: [470, 420], W: [40, 215] };

export function Picture({ playback, match }: { playback: Playback; match: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const paper = canvas.current!.getContext("2d")!;
    void document.fonts.ready.then(() => draw(paper, playback.state!, playback.record.stateAt(playback.at)));
  }, []);
  const link = `${location.origin}${location.pathname}?at=${playback.at}`;
  const save = (): void =>
    canvas.current!.toBlob((image) => {
      if (!image) return;
      const file = new File([image], `tarneeb-${playback.at}.png`, { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) void navigator.share({ files: [file], url: link }).catch(() => {});
      else download(image, file.name);
    });
  return (
    <div class="column share">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={_("The table at this step")} />
      <div class="row">
        <button type="button" onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true))}>
          {copied ? _("Copied") : _("Copy the link")}
        </button>
        <button type="button" class="primary" data-save onClick={save}>
          {_("Share the picture")}
        </button>
        <a class="button" data-export href={`/api/v1/matches/${match}/export/?format=json`} download={`tarneeb-${match}.json`}>
          {_("Export")}
        </a>
      </div>
    </div>
  );
}

function download(image: Blob, name: string): void {
  const address = URL.createObjectURL(image);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function draw(paper: CanvasRenderingContext2D, shown: State, whole: State): void {
  paper.fillStyle = "#1e4f3e";
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  for (const seat of SEATS) drawSeat(paper, seat, shown, whole.deal?.hands[seat] ?? []);
  drawMiddle(paper, shown);
}

function drawSeat(paper: CanvasRenderingContext2D, seat: Seat, { seats, deal }: State, all: Card[]): void {
  const [x, y] = PLACES[seat];
  const player = seats[seat]?.player;
  write(paper, player ? playerName(player) : "", x, y, "600 26px", "#f2f5ef");
  const hand = deal?.hands[seat];
  const cards = inOrder(hand ?? []);
  [..."SHCD"].forEach((suit, line) => {
    const top = y + 44 + line * 34;
    mark(paper, suit as Suit, x, top - 22, 24);
    const text = hand ? cards.filter((card) => card[0] === suit).map(rankMark).join(" ") : "";
    write(paper, text, x + 36, top, "500 26px", "#f2f5ef");
  });
  if (!hand && all.length) write(paper, `× ${written(all.length)}`, x + 36, y + 78, "500 26px", "#f2f5ef");
}

function drawMiddle(paper: CanvasRenderingContext2D, { deal, score }: State): void {
  const contract = deal?.contract;
  write(paper, `${written(score.NS)} : ${written(score.EW)}`, 40, 70, "700 44px", "#f2c14e");
  if (contract) {
    write(paper, bidName(contract.amount, false), 1080, 70, "700 44px", "#f2c14e");
    if (contract.trump && contract.trump !== "NT") mark(paper, contract.trump, 1130, 36, 40);
  }
  const plays = deal?.trick.plays.length ? deal.trick.plays : (deal?.last_trick?.plays ?? []);
  plays.forEach(({ card }, place) => drawCard(paper, card, 430 + place * 92, 250));
}

function drawCard(paper: CanvasRenderingContext2D, card: Card, x: number, y: number): void {
  const suit = card[0] as Suit;
  paper.fillStyle = "#fff";
  paper.beginPath();
  paper.roundRect(x, y, 82, 115, 8);
  paper.fill();
  write(paper, rankMark(card), x + 8, y + 36, "700 34px", COLOURS[suit]);
  mark(paper, suit, x + 32, y + 60, 42, false);
}

function mark(paper: CanvasRenderingContext2D, suit: Suit, x: number, y: number, size: number, boxed = true): void {
  if (boxed) {
    paper.fillStyle = "#fff";
    paper.beginPath();
    paper.roundRect(x - 3, y - 3, size + 6, size + 6, 5);
    paper.fill();
  }
  paper.save();
  paper.translate(x, y);
  paper.scale(size / 100, size / 100);
  paper.fillStyle = COLOURS[suit];
  paper.fill(new Path2D(SHAPES[suit]));
  paper.restore();
}

function write(paper: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string): void {
  paper.font = `${font} "Cairo Variable", system-ui, sans-serif`;
  paper.fillStyle = colour;
  paper.direction = "ltr";
  paper.fillText(text, x, y);
}
