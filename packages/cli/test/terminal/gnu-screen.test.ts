import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { NO_SCRIPT, openSlowTerminal, type SlowTerminal } from './slow-terminal.ts'
import { setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()
const NO_SCREEN =
  NO_SCRIPT ?? (spawnSync('screen', ['-v']).error === undefined ? null : 'GNU screen is not installed')

describe.skipIf(NO_SCREEN !== null)(withReason('a talk in GNU screen', NO_SCREEN), () => {
  let terminal: SlowTerminal | null = null
  afterEach(async () => {
    await terminal?.close()
    terminal = null
  })

  it('answers, asks, shows the transcript and what was there before it, and leaves the terminal as it was', async () => {
    const kit = await start({ calls: [{ name: 'Bash', input: { command: 'touch lit' } }] }, 'It is **lit**.')
    const sockets = join(kit.folder, '..', 'sockets')
    mkdirSync(sockets, { mode: 0o700 })
    // Without it, screen goes on behind a terminal that is gone.
    const settings = join(kit.folder, '..', 'screenrc')
    writeFileSync(settings, 'autodetach off\n')
    const quote = (words: string): string => `'${words.replaceAll("'", `'\\''`)}'`
    terminal = openSlowTerminal(kit, [], {
      latency: 0,
      env: { SCREENDIR: sockets },
      within: words =>
        `screen -c ${quote(settings)} -U sh -c ${quote(`${words}; printf 'LEFT %s\\n' $?; stty -a | grep -ow -e -icanon -e icanon -e -echo -e echo; exec cat -v`)}`,
    })
    const { send, until, screen } = terminal
    await until('? for keys')
    await send(['light the lamp', '\r'], 300)
    await until('May Bash run?')
    await sleep(500)
    await send(['1'])
    await until(/● It is lit\.[\s\S]*\? for keys/)
    await until('› light the lamp')
    expect(existsSync(join(kit.folder, 'lit'))).toBe(true)
    // The line of status below it may have come later.
    const tidy = (text: string): string => text.slice(0, text.indexOf('? for keys')).replaceAll(/ +$/gm, '')
    const before = tidy(screen())
    await send(['\u000f'])
    await until('Transcript ·')
    await send(['q'])
    await until(/● It is lit\.[\s\S]*\? for keys/)
    expect(tidy(screen())).toBe(before)
    await send(['half a sentence'])
    await until('› half a sentence')
    await send(['\u0003', '\u0004'], 300)
    await until(/LEFT 0\s+icanon\s+echo/)
    // Nothing that the terminal answered is typed into the shell, and what is typed is seen.
    await send(['seen'])
    await until(/LEFT 0\s+icanon\s+echo\s+seen$/m)
  })
})
