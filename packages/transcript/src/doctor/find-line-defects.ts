import { assertNever } from '@antiphon/contract'
import { createDefect } from './create-defect.ts'
import type { Defect } from './defect.ts'
import type { NumberedLine } from './examine-log.ts'
import { beginsWithMark, endsWithNewline } from './line-bytes.ts'

/** What is wrong with the bytes of a file, stretch by stretch. */
export function findLineDefects(lines: readonly NumberedLine[]): readonly Defect[] {
  const defects = lines.flatMap((line, index) => findStretchDefects(line, lines[index - 1]))
  return [...defects, ...findUnfinished(lines.at(-1)), ...findCarriageReturns(lines)]
}

function findStretchDefects(line: NumberedLine, before: NumberedLine | undefined): readonly Defect[] {
  switch (line.kind) {
    case 'bad':
      return [createDefect({ kind: line.reason, detail: `${line.length} bytes`, at: line })]
    case 'blank':
      return [createDefect({ kind: 'blank-line', detail: `${line.length} bytes`, at: line })]
    case 'entry': {
      const isGlued = before?.kind === 'entry' && before.line === line.line
      return [
        ...(isGlued
          ? [createDefect({ kind: 'glued', detail: 'follows another entry on its line', at: line })]
          : []),
        ...(line.hasInvalidText
          ? [createDefect({ kind: 'invalid-text', detail: 'read with U+FFFD in their place', at: line })]
          : []),
        ...(beginsWithMark(line.raw)
          ? [createDefect({ kind: 'byte-order-mark', detail: 'before an entry', at: line })]
          : []),
      ]
    }
    default:
      return assertNever(line)
  }
}

function findUnfinished(last: NumberedLine | undefined): readonly Defect[] {
  if (last?.kind !== 'entry' || endsWithNewline(last.raw)) return []
  return [createDefect({ kind: 'no-final-newline', detail: 'the last line is not ended', at: last })]
}

function findCarriageReturns(lines: readonly NumberedLine[]): readonly Defect[] {
  const returns = lines.filter(({ kind, raw }) => kind === 'entry' && raw.at(-2) === CARRIAGE_RETURN)
  if (returns.length === 0) return []
  return [
    createDefect({
      kind: 'carriage-return',
      detail: `${returns.length} of ${lines.length} lines`,
      at: returns[0],
    }),
  ]
}

const CARRIAGE_RETURN = 0x0d
