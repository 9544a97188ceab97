import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addLine, findMemoryFile } from './memory-place.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-memory-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('findMemoryFile', () => {
  it('takes the file that is there, else a CLAUDE.md', async () => {
    const place = { cwd: folder, home: join(folder, 'home'), env: {} }
    expect(await findMemoryFile('project', place)).toBe(join(folder, 'CLAUDE.md'))
    writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.')
    expect(await findMemoryFile('project', place)).toBe(join(folder, 'AGENTS.md'))
    writeFileSync(join(folder, 'CLAUDE.md'), 'Use tabs.')
    expect(await findMemoryFile('project', place)).toBe(join(folder, 'CLAUDE.md'))
    expect(await findMemoryFile('local', place)).toBe(join(folder, 'CLAUDE.local.md'))
    expect(await findMemoryFile('user', place)).toBe(join(folder, 'home', '.claude', 'CLAUDE.md'))
  })
})

describe('addLine', () => {
  it('adds an item at the end, on a line of its own', () => {
    expect(addLine('', 'never shout')).toBe('- never shout\n')
    expect(addLine('# Ways', ' never shout ')).toBe('# Ways\n- never shout\n')
    expect(addLine('# Ways\n', 'one\r\ntwo')).toBe('# Ways\n- one\n  two\n')
  })

  it('keeps nothing that a terminal would obey', () =>
    expect(addLine('', 'a\u001b]0;title\u0007b')).toBe('- ab\n'))
})
