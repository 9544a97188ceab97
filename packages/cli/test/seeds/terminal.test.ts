import { describe, expect } from 'vitest'
import { createTerminalKit, NO_TMUX } from '../terminal/terminal-kit.ts'
import { requirement } from './requirement.ts'

describe.skipIf(NO_TMUX !== null)('the REPL in a terminal', () => {
  requirement(
    ['004:373'],
    'shows what the engine yields: words while they come, calls, their results, the end',
    async () => {
      const kit = await createTerminalKit([
        {
          text: 'I look into it. '.repeat(6),
          calls: [{ name: 'Bash', input: { command: 'echo of the folder' } }],
          pace: 10,
        },
        'It echoes.',
      ])
      try {
        const terminal = await kit.open(['what is here?'])
        await terminal.until(/● I look into it[\s\S]*Working/)
        const screen = await terminal.until('● It echoes.')
        expect(screen).toMatch(/› what is here\?[\s\S]*✓ Ran 1 command[\s\S]*● It echoes\./)
      } finally {
        await kit.close()
      }
    },
  )
})
