import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { NO_SCRIPT, openSlowTerminal, type SlowTerminal, type SlowTerminalOptions } from './slow-terminal.ts'
import { setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()
const ESCAPE = '\u001b'
const LATENCY = 150
const SSH = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }

describe.skipIf(NO_SCRIPT !== null)(withReason('a talk over a slow line', NO_SCRIPT), () => {
  let terminal: SlowTerminal | null = null
  afterEach(async () => {
    await terminal?.close()
    terminal = null
  })

  async function open(
    replies: readonly ScriptReply[],
    argv: readonly string[] = [],
    options: Partial<SlowTerminalOptions> = {},
  ): Promise<SlowTerminal> {
    const kit = await start(...replies)
    terminal = openSlowTerminal(kit, argv, { latency: LATENCY, env: SSH, ...options })
    return terminal
  }

  it('takes keys that come in pieces for the keys that they are, also while the agent works', async () => {
    const { send, until, screen } = await open([{ text: 'All of it was said.', delay: 4000 }])
    await until('? for keys')
    await send(['one two'])
    await until('› one two')
    // Ctrl-Left and Home a byte at a time, then letters that show where the cursor went.
    await send([...`${ESCAPE}[1;5D`], 100)
    await send(['X'])
    await until('› one Xtwo')
    await send([`${ESCAPE}[`, 'H'], 400)
    await send(['Y'])
    await until('› Yone Xtwo')
    await send(['\r'])
    await until('Working')
    for (const cut of [1, 2, 3]) {
      const key = `${ESCAPE}[1;2C`
      await send([key.slice(0, cut), key.slice(cut)], 120)
    }
    await until('● All of it was said.')
    expect(screen()).not.toMatch(/[Ii]nterrupt(?:ed|ing)/)
    expect(screen()).not.toMatch(/\[1|2C/)
  })

  it('still interrupts by Escape', async () => {
    const { send, until } = await open([{ text: 'Never said.', delay: 60_000 }], ['begin'])
    await until('Working')
    await send([ESCAPE])
    await until(/[Ii]nterrupted/)
  })

  it.each([
    ['at once', 0],
    ['while answers are on their way', 100],
  ])('types no answer of the terminal into the shell when it is left %s', async (_when, wait) => {
    const { send, until, screen, sent } = await open([])
    await until('›')
    await sleep(wait)
    await send(['\u0004'])
    await until('ENDED 0')
    await sleep(1000)
    expect(sent()).toContain(`${ESCAPE}]11;rgb:ffff/ffff/ffff`)
    expect(sent()).toContain(`${ESCAPE}[?1;2c`)
    expect(screen()).not.toMatch(/rgb:|1;2c|\^\[/)
  })

  it('waits neither to begin nor for long to leave a terminal that answers nothing', async () => {
    const { send, until } = await open([], [], { isSilent: true, latency: 0 })
    const begun = Date.now()
    await until('? for keys')
    await send(['\u0004'])
    await until('ENDED 0')
    expect(Date.now() - begun).toBeLessThan(20_000)
  })
})
