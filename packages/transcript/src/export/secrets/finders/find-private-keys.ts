import type { SecretSpan } from '../secret-span.ts'
import { type KeyLine, readBackward, readForward, readLineAt } from './key-lines.ts'

/**
 * Private keys with their frames, without one end of them, or without both, whatever stands before and behind each line: the
 * names and numbers of grep, the people of git blame, quotes, comments, the dates of a log.
 */
export function findPrivateKeys(text: string): readonly SecretSpan[] {
  if (text.length < SHORTEST_BODY || !SUSPECT.test(text)) return []
  const spans: SecretSpan[] = []
  let floor = 0
  ANCHOR.lastIndex = 0
  for (let match = ANCHOR.exec(text); match !== null; match = ANCHOR.exec(text)) {
    const span = match[1] === undefined ? findBody(text, match) : findFramed(text, match, floor)
    if (!span) continue
    spans.push(span)
    floor = span.end
    ANCHOR.lastIndex = Math.max(span.end, match.index + 1)
  }
  return mergeOverlaps([...spans, ...findMiddles(text)])
}

const KIND = 'private-key'
const SUSPECT = /PRIVATE KEY|OpenVPN |Private-Lines:|[A-Za-z0-9+/]{40}/

// The frame's two lines, or how the body of a key begins: the version of its structure, or the magic of OpenSSH. A
// certificate and a public key begin otherwise.
const ANCHOR =
  /((?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1|OpenVPN tls-crypt-v2 \w{1,10} key) ?-{4,6})|(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MII[A-Za-z0-9+/]{2}BOBgkqhkiG9w0BBQ0|MI[GH][A-Za-z0-9+/]AgEA|M[A-H][A-Za-z0-9+/]CAQ[AE]|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/]{20}|Private-Lines: [0-9]{1,4}/g

/** A frame's line: with BEGIN the body follows it, with END it stands before. Its own beginning may be cut off. */
function findFramed(text: string, match: RegExpExecArray, floor: number): SecretSpan | null {
  const end = match.index + match[0].length
  const head =
    /-{0,6} ?[A-Z0-9 ]{0,46}$/.exec(text.slice(Math.max(floor, match.index - 56), match.index))?.[0] ?? ''
  const frameStart = match.index - head.length
  if (/^[- ]*END /.test(head)) {
    const start = readBackward(text, frameStart, floor)
    return start === null ? null : { start, end, kind: KIND }
  }
  const last = readForward(text, end)
  return last === null ? null : { start: frameStart, end: last, kind: KIND }
}

/** The body of a key whose frame is lost, from its first characters or from what PuTTY writes before it. */
function findBody(text: string, match: RegExpExecArray): SecretSpan | null {
  const isPutty = match[0].startsWith('Private-Lines')
  const start = isPutty ? match.index + match[0].length : match.index
  const last = readForward(text, start)
  return last === null || last - start < SHORTEST_BODY
    ? null
    : { start: isPutty ? skipBlank(text, start) : start, end: last, kind: KIND }
}

const SHORTEST_BODY = 40

function skipBlank(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

/** Lines of base64 as only keys are broken, of which both ends are lost. What is known to be something else stays. */
function findMiddles(text: string): readonly SecretSpan[] {
  if (!text.includes('\n') || !LONG_LINES.test(text) || OTHER_FRAMES.test(text)) return []
  const spans: SecretSpan[] = []
  for (let at = 0; at < text.length; ) {
    const first = readLineAt(text, at)
    const rows = isKeyRow(first) ? readRows(text, first) : [first]
    const last = rows.at(-1) ?? first
    if (rows.length >= 2 && !OTHER_CONTENT.test(first.run))
      spans.push({ start: first.runStart, end: last.runEnd, kind: KIND })
    at = last.next
  }
  return spans
}

function mergeOverlaps(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last && span.start < last.end)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged
}

const LONG_LINES = /[A-Za-z0-9+/]{64}[^A-Za-z0-9+/]/
const OTHER_FRAMES =
  /CERTIFICATE|PUBLIC KEY|SIGNATURE|PGP MESSAGE|Content-Transfer-Encoding|;base64,|ssh-(?:rsa|ed25519) /
// Pictures, archives, documents, certificates.
const OTHER_CONTENT =
  /^(?:iVBORw0|\/9j\/|R0lGOD|UklGR|JVBERi|UEsDB|H4sI|MII[A-Za-z0-9+/]{2}[DTjz]C|AAAAB3Nza|AAAAC3Nza)/

function isKeyRow({ run }: KeyLine): boolean {
  return (
    (run.length === 64 || run.length === 70) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run)
  )
}

function readRows(text: string, first: KeyLine): readonly KeyLine[] {
  const rows = [first]
  for (
    let line = readLineAt(text, first.next);
    isKeyRow(line) && line.run.length === first.run.length;
    line = readLineAt(text, line.next)
  ) {
    rows.push(line)
    if (line.next >= text.length) return rows
  }
  const tail = readLineAt(text, rows.at(-1)?.next ?? first.next)
  return rows.length >= 2 && /^[A-Za-z0-9+/]{8,63}={0,2}$/.test(tail.run) && /[0-9=]/.test(tail.run)
    ? [...rows, tail]
    : rows
}
