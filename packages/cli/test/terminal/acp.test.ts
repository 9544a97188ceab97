import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { nameAcpPrograms } from '../acp-programs.ts'
import { NO_TMUX, setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()

describe.skipIf(NO_TMUX !== null)(withReason('agents of the protocol in a terminal', NO_TMUX), () => {
  it('the example works, asks, and goes on later', async () => {
    const kit = await start()
    const programs = nameAcpPrograms(kit.env.HOME ?? '', {})
    const path = join(kit.folder, 'notes.txt')
    writeFileSync(path, 'old words\n')
    const terminal = await kit.open(['--agent', 'acp:example', 'work'])
    expect(await terminal.until('May Edit run?')).toMatch(/- old words[\s\S]*\+ new words/)
    await terminal.press('1')
    await terminal.until('Done, by once.')
    expect(readFileSync(path, 'utf8')).toBe('new words\n')
    await terminal.press('C-d')
    await terminal.until('ENDED 0')
    const again = await kit.open(['--agent', 'acp:example', '-c'])
    expect(await again.until('? for keys')).toContain('Done, by once.')
    await again.type('hello')
    await again.press('Enter')
    await again.until('You said: hello')
    expect(programs.judge('example').problems).toEqual([])
  })

  it('our own agent behind the protocol does, too', async () => {
    const kit = await start(
      { calls: [{ name: 'Bash', input: { command: 'touch there' } }] },
      'Touched through the protocol.',
    )
    const { ANTHROPIC_API_KEY = '', ANTHROPIC_BASE_URL = '' } = kit.env
    const programs = nameAcpPrograms(kit.env.HOME ?? '', {
      ...{ ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL },
      CLAUDE_CONFIG_DIR: join(kit.env.HOME ?? '', 'inner'),
    })
    const terminal = await kit.open(['--agent', 'acp:self', 'touch it'])
    await terminal.until('May Bash run?')
    await terminal.press('1')
    await terminal.until('Touched through the protocol.')
    expect(programs.judge('self').problems).toEqual([])
  })
})
