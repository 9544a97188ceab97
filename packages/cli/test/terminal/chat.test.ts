import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs, waitFor } from '../headless-kit.ts'
import { collect, EXECUTABLE, startAntiphon } from '../spawn-antiphon.ts'
import { NO_TMUX, setUpTerminals, type TerminalKit } from './terminal-kit.ts'

const start = setUpTerminals()

/** How often something stands in a text. */
function count(text: string, words: string): number {
  return text.split(words).length - 1
}

describe.skipIf(NO_TMUX !== null)(withReason('antiphon chat', NO_TMUX), () => {
  it('sends a prompt by Enter, shows it and its answer, and prints each once', async () => {
    const { open } = await start('It is **bold**.\n\n- one\n- two')
    const terminal = await open()
    await terminal.until('? for keys')
    await terminal.type('what is it?')
    await terminal.press('Enter')
    const screen = await terminal.until('• two')
    expect(screen).toContain('● It is bold.')
    await terminal.without('Working')
    // What was said is printed when the log has it.
    await terminal.until('› what is it?')
    const all = await terminal.everything()
    expect(count(all, 'It is bold.')).toBe(1)
    expect(count(all, 'what is it?')).toBe(1)
  })

  it('takes what was typed before it was there, Enter as Enter', async () => {
    const { open } = await start('It stands.')
    const command = `sh -c "sleep 2; exec '${process.execPath}' '${EXECUTABLE}' chat"`
    const terminal = await open([], { command })
    await terminal.type('where is it?')
    await terminal.press('Enter')
    await terminal.until('● It stands.')
    await terminal.until('› where is it?')
  })

  it('takes the first prompt from the command line, and goes on with -c', async () => {
    const { open, root } = await start('First answer.', 'Second answer.')
    const first = await open(['say something'])
    await first.until('● First answer.')
    await first.press('C-d')
    await first.until('ENDED 0')
    expect(await first.screen()).toMatch(/Go on with: antiphon chat -r [0-9a-f-]{36}/)
    const second = await open(['-c'])
    expect(await second.until('● First answer.')).toContain('› say something')
    await second.type('go on')
    await second.press('Enter')
    await second.until('● Second answer.')
    const sessions = new Set(readLogs(root).flatMap(({ sessionId }) => sessionId ?? []))
    expect(sessions.size).toBe(1)
  })

  it('lets one choose a session with -r: by some letters, with its end', async () => {
    const { open } = await start('About apples.', 'About pears.', 'Still pears.')
    for (const fruit of ['apples', 'pears']) {
      const terminal = await open([`tell me of ${fruit}`])
      await terminal.until(`● About ${fruit}.`)
      await terminal.press('C-d')
      await terminal.until('ENDED 0')
    }
    const terminal = await open(['-r'])
    await terminal.until('tell me of apples')
    await terminal.type('pears')
    await terminal.without('tell me of apples')
    await terminal.until('│ ● About pears.')
    await terminal.press('Enter')
    await terminal.until(/^● About pears\.$/m)
    await terminal.type('more')
    await terminal.press('Enter')
    await terminal.until('● Still pears.')
  })

  it('streams an answer below what was printed, and interrupts it by Esc', async () => {
    const { open, root } = await start({ text: 'slow words '.repeat(400), pace: 20 }, 'Something else.')
    const terminal = await open(['begin'])
    await terminal.until(/slow words[\s\S]*Working … .* esc to interrupt/)
    await terminal.press('Escape')
    await terminal.without('Working')
    await terminal.type('another way')
    await terminal.press('Enter')
    await terminal.until('● Something else.')
    expect(JSON.stringify(readLogs(root))).toContain('Request interrupted by user')
    // What was read stays on the screen, once and above its end; the log has only what was said whole.
    const all = await terminal.everything()
    expect(all).toMatch(/● slow words[\s\S]*interrupted by user[\s\S]*› another way[\s\S]*● Something else\./)
    expect(count(all, '● slow words')).toBe(1)
    expect(JSON.stringify(readLogs(root))).not.toContain('slow words')
  })

  it('keeps what was said in the scrollback: a long answer comes there once and in its order', async () => {
    const lines = Array.from({ length: 120 }, (_, number) => `Line ${number} of the answer.`)
    const { open } = await start({ text: lines.join('\n\n'), pace: 2 })
    const terminal = await open(['tell me all'], { rows: 20 })
    await terminal.until('Line 119 of the answer.')
    await terminal.without('Working')
    const all = await terminal.everything()
    expect(all.match(/Line \d+ of the answer\./g)).toEqual(lines)
    // Nothing above the live lines is ever cleared.
    for (const clear of ['\u001b[2J', '\u001b[3J']) expect(terminal.bytes()).not.toContain(clear)
  })

  it('shows a prompt from the moment it is sent, above its answer, also while a hook looks at it or refuses it', async () => {
    const { open, root } = await start('Heron.\n\n'.repeat(40))
    const command = `sleep 2; if grep -q refuse; then echo 'not that' >&2; exit 2; fi`
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] }
    writeFileSync(join(root, 'settings.json'), JSON.stringify({ hooks }))
    const terminal = await open(['where is it?'])
    await terminal.until('Working')
    await terminal.until('› where is it?')
    for (let look = 0; look < 20; look += 1) expect(await terminal.screen()).toContain('› where is it?')
    await terminal.without('Working')
    expect((await terminal.everything()).match(/where is it|Heron/g)?.slice(0, 2)).toEqual([
      'where is it',
      'Heron',
    ])
    await terminal.type('refuse this')
    await terminal.press('Enter')
    await terminal.until('Working')
    await terminal.without('Working')
    await terminal.without('› refuse this')
    await terminal.until('not that')
  })

  it('leaves as one expects: Ctrl-C twice, Ctrl-D, /exit, SIGTERM; the terminal is as it was', async () => {
    const { open } = await start()
    const ways: readonly ((terminal: Awaited<ReturnType<TerminalKit['open']>>) => Promise<void>)[] = [
      async ({ press, until }) => {
        await press('C-c')
        await until('Press Ctrl-C again to leave')
        await press('C-c')
      },
      ({ press }) => press('C-d'),
      async ({ type, press, until }) => {
        await type('/exit')
        await until('Leave')
        await press('Enter')
      },
      async ({ pid }) => void process.kill(await pid(), 'SIGTERM'),
    ]
    for (const leave of ways) {
      const terminal = await open()
      await terminal.until('? for keys')
      await leave(terminal)
      await terminal.until('ENDED')
      // The shell behind it echoes and breaks lines again.
      await terminal.type('echo back-$((40+2))')
      await terminal.press('Enter')
      await terminal.until(/echo back-\$\(\(40\+2\)\)\s+back-42/)
      // Nothing was said: nobody goes on with it.
      expect(await terminal.screen()).not.toContain('Go on with')
      expect(terminal.bytes().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
        terminal.bytes().lastIndexOf('\u001b[?2004h'),
      )
      expect(terminal.bytes().lastIndexOf('\u001b[?25h')).toBeGreaterThan(
        terminal.bytes().lastIndexOf('\u001b[?25l'),
      )
    }
  })

  it('stops by Ctrl-Z and goes on by fg', async () => {
    const { open } = await start('Here again.')
    const terminal = await open([], { command: 'bash --norc -i' })
    await terminal.until('bash-')
    await terminal.type(`${process.execPath} ${join(import.meta.dirname, '../../bin/antiphon.js')} chat`)
    await terminal.press('Enter')
    await terminal.until('? for keys')
    await terminal.type('half a ')
    await terminal.press('C-z')
    await terminal.until('Stopped')
    await terminal.type('fg')
    await terminal.press('Enter')
    await terminal.until('› half a')
    await terminal.type('sentence')
    await terminal.press('Enter')
    await terminal.until('● Here again.')
    await terminal.until('› half a sentence')
  })

  it('asks for the keys of kitty, takes Shift-Enter and the others where the answer is yes, and gives them back on Ctrl-Z, on leaving and on a crash', async () => {
    const { open, folder, simulator } = await start('Two lines.')
    const [flag, crash] = [join(folder, '..', 'crash-now'), join(folder, '..', 'crash.cjs')]
    writeFileSync(
      crash,
      `setInterval(() => { if (require('fs').existsSync(${JSON.stringify(flag)})) throw new Error('crash') }, 50).unref()`,
    )
    const program = `${process.execPath} ${join(import.meta.dirname, '../../bin/antiphon.js')} chat`
    const terminal = await open([], {
      command: 'bash --norc -i',
      env: { NODE_OPTIONS: `--require ${crash}` },
    })
    const [push, pop] = ['\u001b[>5u', '\u001b[<u']
    const told = (): readonly [number, number] => [
      count(terminal.bytes(), push),
      count(terminal.bytes(), pop),
    ]
    const begin = async (): Promise<void> => {
      await terminal.type(program)
      await terminal.press('Enter')
      await terminal.until('? for keys')
    }
    await terminal.until('bash-')
    await begin()
    await waitFor(() => terminal.bytes().includes('\u001b[?u\u001b[c'))
    expect(told()).toEqual([0, 0])
    // What a terminal that has them answers, and then sends.
    await terminal.type('\u001b[?0u')
    await waitFor(() => told()[0] === 1)
    await terminal.type('one')
    await terminal.type('\u001b[13;2u')
    await terminal.type('two')
    await terminal.until(/› one\n\s+two/)
    await terminal.type('\u001b[122;5u')
    await terminal.until('Stopped')
    await waitFor(() => told().join() === '1,1')
    await terminal.type('fg')
    await terminal.press('Enter')
    await waitFor(() => told()[0] === 2)
    await terminal.press('Enter')
    await terminal.until('● Two lines.')
    expect(JSON.stringify(simulator.log.all().at(-1)?.request?.messages)).toContain('one\\ntwo')
    await terminal.type('\u001b[100;5u')
    await terminal.until(/Go on with[\s\S]*bash-/)
    await waitFor(() => told().join() === '2,2')
    await terminal.type('clear')
    await terminal.press('Enter')
    await begin()
    await terminal.type('\u001b[?0u')
    await waitFor(() => told()[0] === 3)
    writeFileSync(flag, '')
    await terminal.until('Error: crash')
    await waitFor(() => told()[1] === 3)
  })

  it('survives a storm of sizes, and draws at 40 columns', async () => {
    const { open } = await start('A line that is quite a bit longer than forty columns are wide.', 'Fine.')
    const terminal = await open(['hello'])
    await terminal.until('forty columns')
    for (let round = 0; round < 30; round++) {
      await terminal.resize(30 + ((round * 37) % 90), 8 + ((round * 13) % 30))
      if (round % 7 === 0) await sleep(30)
    }
    await terminal.resize(40, 20)
    await terminal.type('still there?')
    await terminal.press('Enter')
    const screen = await terminal.until('● Fine.')
    for (const line of screen.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect(count(screen, '● Fine.')).toBe(1)
    expect(screen.match(/^›.*$/gm)?.at(-1)).toBe('›')
  })

  it('says what to use where there is no terminal, and where it cannot be drawn on', async () => {
    const { env, folder, open } = await start()
    const { code, stderr } = await collect(startAntiphon(['chat'], env, folder))
    expect([code, stderr]).toEqual([2, expect.stringContaining('antiphon -p')])
    const terminal = await open([], { env: { TERM: 'dumb' } })
    expect(await terminal.until('ENDED 2')).toContain('--screen-reader')
  })

  it('shows hostile output as text: no title, no colour, no screen of its own, nothing turned round', async () => {
    const hostile =
      'A\u001b]0;owned\u0007B\u001b[2JC\u001b[?1049hD\u001b[31mE\u202eF\u009b5mG\u001b]52;c;aGk=\u0007H'
    const { open } = await start(
      {
        calls: [{ name: 'Bash', input: { command: "printf '\\033]0;owned\\007\\033[2J\\033[?1049hX\\n'" } }],
      },
      hostile,
    )
    const terminal = await open([
      'be nice',
      '--permission-mode',
      'bypassPermissions',
      '--dangerously-skip-permissions',
    ])
    await terminal.until('ABCDE')
    await terminal.without('Working')
    expect(await terminal.screen()).toContain('<U+202E>')
    for (const harm of ['\u001b]0', '\u001b[?1049h', '\u001b]52', '\u202e'])
      expect(terminal.bytes()).not.toContain(harm)
    expect((await terminal.place()).isOther).toBe(false)
  })
})
