import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { textWidth } from '../src/terminal/text-width.ts'
import { runHere } from './test-io.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.jsonl.gz')) : []

// Other programs' formats, which are not sessions of Claude Code.
const FOREIGN = [
  'azure-dev-01KXYAY6X6AX6YHS3EQP27BY7E-0-transcript.jsonl.gz',
  'claude-code-log-iansherr-session-sample.jsonl.gz',
  'happy-duplicate-assistant-response-2.jsonl.gz',
]

describe.skipIf(files.length === 0)('real sessions (skipped where ../shared/corpus is not there)', () => {
  it.each(files.filter(name => !FOREIGN.includes(name)))('shows %s within the width', async name => {
    const { code, stdout } = await runHere(['show', join(folder, name)])
    expect(code).toBe(0)
    expect(Math.max(...stdout.split('\n').map(textWidth))).toBeLessThanOrEqual(80)
  })

  it.each(files.filter(name => FOREIGN.includes(name)))('says what %s is instead', async name => {
    const { code, stderr } = await runHere(['show', join(folder, name)])
    expect(code).toBe(2)
    expect(stderr).toContain('is no session:')
  })
})
