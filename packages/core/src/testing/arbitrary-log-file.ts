import fc from 'fast-check'
import type { Entry } from '../log/entry.ts'
import { decodeLines } from '../log/line-codec.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { answer, layOut, prompt, result } from './log-builder.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '}{"',
    '{"parentUuid":"x"',
    '],"stop_reason":',
    '→',
    '\\u00e9',
    ',"toolUseResult":{}',
    '},"uuid":"',
  ),
)
const content = fc.oneof(
  text,
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text }),
      fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
    ),
  ),
)
const entry = fc
  .record({
    kind: fc.constantFrom('prompt', 'answer', 'result'),
    content,
    extra: fc.dictionary(text, fc.oneof(text, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 2 }),
    toolUseResult: fc.oneof(text, fc.jsonValue({ maxDepth: 2 })),
  })
  .map(({ kind, content, extra, toolUseResult }) => {
    const base =
      kind === 'answer' ? answer('a', 'p') : kind === 'prompt' ? prompt('a', 'p') : result('a', 'p', 't')
    const { message } = base as Extract<TranscriptEntry, { type: 'user' }>
    const filled = { ...base, message: { ...message, content }, ...(kind === 'result' && { toolUseResult }) }
    return layOut(filled as TranscriptEntry, extra)
  })

/** A line that was cut off inside its last field may seem whole to a scan, which then shows its words. */
function cutOff(line: string, at: number): string {
  return line.slice(0, at).replace(/\}+$/, '')
}

/** The bytes of a file as Claude Code lays it out, with lines of other programs and lines that were cut off. */
export const arbitraryLogFile: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.tuple(
      fc.oneof(
        entry,
        entry,
        entry,
        fc.jsonValue().map(value => JSON.stringify(value)),
      ),
      fc.boolean(),
      fc.nat(),
    ),
  )
  .map(lines =>
    lines.map(([line, isCut, at]) => (isCut ? cutOff(line, at % (line.length + 1)) : line)).join('\n'),
  )
  .map(lines => new TextEncoder().encode(lines))

/** What the codec and a full parse find in a file, without what no view shows. */
export function parseShownEntries(bytes: Uint8Array): readonly Entry[] {
  return decodeLines(bytes)
    .flatMap(line => (line.kind === 'entry' ? [line.entry as Readonly<Record<string, unknown>>] : []))
    .filter(({ type }) => type !== 'progress' && type !== 'file-history-snapshot')
    .map(({ toolUseResult: _, ...entry }) => entry)
}
