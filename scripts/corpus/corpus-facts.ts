import { createHash } from 'node:crypto'
import type { CorpusFacts } from '@antiphon/core/testing/corpus'
import { diagnoseExamination } from '../../packages/transcript/src/doctor/diagnose.ts'
import { examineLog } from '../../packages/transcript/src/doctor/examine-log.ts'

/** What is written down of a log. */
export function readCorpusFacts(name: string, log: Buffer): CorpusFacts {
  const lines = log.toString('utf8').split('\n')
  const parsed = lines.filter(line => line !== '').map(parse)
  const versions = parsed.flatMap(entry => (typeof entry?.version === 'string' ? [entry.version] : []))
  return {
    name,
    isForeign: FOREIGN.has(name),
    lines: parsed.length,
    unparsable: parsed.filter(entry => entry === null).length,
    versions: sortOnce(versions),
    defects: sortOnce(diagnoseExamination(examineLog(log)).defects.map(({ kind }) => kind)),
    sha256: createHash('sha256').update(log).digest('hex'),
  }
}

const FOREIGN: ReadonlySet<string> = new Set([
  'azure-dev-01KXYAY6X6AX6YHS3EQP27BY7E-0-transcript.jsonl.gz',
  'claude-code-log-iansherr-session-sample.jsonl.gz',
  'happy-duplicate-assistant-response-2.jsonl.gz',
])

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function sortOnce(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted()
}
