import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runHere } from './test-io.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.jsonl.gz')) : []

describe.skipIf(files.length === 0)('real sessions (skipped where ../shared/corpus is not there)', () => {
  it('examines them all without an error, and would have each accepted by the API', async () => {
    const paths = files.map(name => join(folder, name))
    const { code, stdout, stderr } = await runHere(['doctor', ...paths])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('the API refuses it')
    expect(stdout).toContain(`\n${files.length} files: `)
  })
})
