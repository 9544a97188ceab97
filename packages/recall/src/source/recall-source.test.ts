import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentOf } from './recall-source.ts'

const home = join('/home', 'somebody', '.antiphon')
const codex = join(home, 'agents', 'codex')

describe('agentOf', () => {
  it('knows whose a copy is although all copies lie below our own folder', () => {
    const roots = [home, codex]
    expect(agentOf(join(codex, 'projects', '-work', 'a.jsonl'), { roots })).toBe('codex')
    expect(agentOf(join(home, 'projects', '-work', 'b.jsonl'), { roots })).toBe('claude-code')
  })
})
