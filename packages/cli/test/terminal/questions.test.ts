import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs, waitFor } from '../headless-kit.ts'
import { NO_TMUX, setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()

const bash = (command: string): ScriptReply => ({ calls: [{ name: 'Bash', input: { command } }] })

describe.skipIf(NO_TMUX !== null)(withReason('questions in a terminal', NO_TMUX), () => {
  it('show the difference; yes once lets it run, and the next is asked again', async () => {
    const { open, folder } = await start(
      (_request, _turn) => ({ blocks: [{ type: 'tool_use', name: 'Read', input: { file_path: path } }] }),
      (_request, _turn) => ({
        blocks: [
          {
            type: 'tool_use',
            name: 'Edit',
            input: { file_path: path, old_string: 'old words', new_string: 'new words' },
          },
        ],
      }),
      'Changed.',
    )
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'first\nold words\nlast\n')
    const terminal = await open(['change it'])
    const screen = await terminal.until('May Edit run?')
    expect(screen).toMatch(/notes\.txt[\s\S]*- old words[\s\S]*\+ new words/)
    expect(screen).toMatch(/❯ 1\. Yes, this once[\s\S]*3\. No/)
    await terminal.press('1')
    await terminal.until('● Changed.')
    expect(readFileSync(path, 'utf8')).toBe('first\nnew words\nlast\n')
  })

  it('are read to their end, however long: PgDn and PgUp go through them, long lines go on below', async () => {
    const end = /^ {4}touch it$/m
    const script = Array.from({ length: 80 }, (_, at) => `echo step ${at}`).join('\n')
    const { open, folder } = await start(
      bash(`${script}\ntouch it`),
      () => ({ blocks: [{ type: 'tool_use', name: 'Write', input: { file_path: path, content } }] }),
      'Written.',
    )
    const path = join(folder, 'long.txt')
    const content = `${'far '.repeat(60)}end-of-the-line`
    const terminal = await open(['write it'])
    expect(await terminal.until('May Bash run?')).toMatch(/\$ echo step 0[\s\S]*… \+\d+ · PgDn\n/)
    for (let page = 0; page < 12; page += 1) await terminal.press('NPage')
    expect(await terminal.until(end)).toMatch(/… \+0 · PgUp\n/)
    await terminal.press('PPage')
    await terminal.without(end)
    // What is asked about is read in the transcript as well, before it is answered.
    await terminal.press('C-o')
    expect(await terminal.until(end)).toContain('echo step 79')
    await terminal.press('q')
    await terminal.until('May Bash run?')
    await terminal.press('1')
    const write = await terminal.until('May Write run?')
    expect(write).toContain('end-of-the-line')
    expect(write).not.toContain('more line')
    // A key that comes right behind another answers no new question.
    await sleep(500)
    await terminal.press('1')
    await terminal.until('● Written.')
  })

  it('yes always shows the rule, keeps it, and is not asked again', async () => {
    const { open, folder } = await start(bash('touch one'), bash('touch two'), 'Both.')
    const terminal = await open(['touch them'])
    expect(await terminal.until('May Bash run?')).toMatch(
      /\$ touch one[\s\S]*2\. Yes, and always allow Bash\(touch/,
    )
    await terminal.press('Down', 'Enter')
    await terminal.until(/● Both\.|\$ touch two/)
    expect(await terminal.screen()).toContain('● Both.')
    expect(['one', 'two'].map(name => existsSync(join(folder, name)))).toEqual([true, true])
    expect(readFileSync(join(folder, '.claude/settings.local.json'), 'utf8')).toContain('Bash(touch')
  })

  it('no tells the reason to the model, and Escape stops the turn', async () => {
    const { open, folder, simulator } = await start(bash('touch it'), 'Then not.', bash('touch it'))
    const terminal = await open(['touch it'])
    await terminal.until('May Bash run?')
    await terminal.press('3')
    await terminal.type('use the other folder')
    await terminal.press('Enter')
    await terminal.until('● Then not.')
    const requests = simulator.log.all().map(({ request }) => JSON.stringify(request))
    expect(requests.at(-1)).toContain('use the other folder')
    await terminal.type('again')
    await terminal.press('Enter')
    await terminal.until('May Bash run?')
    await terminal.press('Escape')
    await terminal.until('? for keys')
    expect(existsSync(join(folder, 'it'))).toBe(false)
  })

  it('Shift-Tab goes through the modes: edits are accepted without a question', async () => {
    const kit = await start()
    const { open, folder } = kit
    const terminal = await open()
    await terminal.until('? for keys')
    await terminal.press('BTab')
    await terminal.until('accept edits')
    await terminal.press('BTab')
    await terminal.until('plan mode')
    await terminal.press('BTab')
    await terminal.without('plan mode')
    expect(existsSync(folder)).toBe(true)
  })

  it('a plan is shown as it is written, and is carried out in the mode that was chosen', async () => {
    const { open } = await start(
      { calls: [{ name: 'ExitPlanMode', input: { plan: '# Plan\n\n1. **Look**\n2. Act' } }] },
      'I act.',
    )
    const terminal = await open(['plan it', '--permission-mode', 'plan'])
    const screen = await terminal.until('Is this plan good?')
    expect(screen).toMatch(/┃ Plan[\s\S]*1\. Look/)
    await terminal.press('2')
    await terminal.until('● I act.')
    await terminal.until('accept edits')
  })

  it('questions of the agent are answered by choices, several of them, and own words', async () => {
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'as fire' },
          { label: 'Blue', description: 'as the sea' },
        ],
      },
      {
        question: 'Which fruits?',
        header: 'Fruits',
        multiSelect: true,
        options: [
          { label: 'Apple', description: '' },
          { label: 'Pear', description: '' },
        ],
      },
      {
        question: 'Which day?',
        header: 'Day',
        multiSelect: false,
        options: [
          { label: 'Monday', description: '' },
          { label: 'Friday', description: '' },
        ],
      },
    ]
    const { open, simulator } = await start(
      { calls: [{ name: 'AskUserQuestion', input: { questions } }] },
      'Understood.',
    )
    const terminal = await open(['ask me'])
    expect(await terminal.until('Which colour?')).toContain('as the sea')
    await terminal.press('2')
    await terminal.until('Which fruits?')
    await terminal.press('Space', 'Down', 'Space', 'Enter')
    await terminal.until('Which day?')
    await terminal.press('3')
    await terminal.type('any day')
    await terminal.press('Enter')
    await terminal.until('● Understood.')
    const last = JSON.stringify(simulator.log.all().at(-1)?.request)
    for (const answer of ['Blue', 'Apple, Pear', 'any day']) expect(last).toContain(answer)
  })

  it('are not answered by who is just typing', async () => {
    const { open, folder } = await start({ ...(bash('touch it') as object), delay: 700 }, 'No.')
    const terminal = await open(['touch it'])
    await terminal.until('Working')
    const typing = (async () => {
      for (let round = 0; round < 12; round++) await terminal.type('1')
    })()
    await terminal.until('May Bash run?')
    await typing
    expect(existsSync(join(folder, 'it'))).toBe(false)
  })

  it('a prompt that waits is shown, taken back by ↑, changed and sent again', async () => {
    const { open, simulator } = await start({ text: 'slowly '.repeat(200), pace: 25 }, 'Second.')
    const terminal = await open(['begin'])
    await terminal.until(/slowly[\s\S]*Working/)
    await terminal.type('wrong words')
    await terminal.press('Enter')
    await terminal.until('› wrong words (waits, ↑ to edit)')
    await terminal.press('Up')
    await terminal.without('(waits')
    await terminal.until('› wrong words')
    await terminal.press('C-u')
    await terminal.type('right words')
    await terminal.press('Enter')
    await terminal.until('› right words (waits')
    await terminal.press('Escape')
    await terminal.until('● Second.')
    const last = JSON.stringify(simulator.log.all().at(-1)?.request)
    expect(last).toContain('right words')
    expect(last).not.toContain('wrong words')
  })

  it('Esc twice goes back: to an earlier message, in the conversation and in the files', async () => {
    const kit = await start(
      (_request, _turn) => ({
        blocks: [
          {
            type: 'tool_use',
            name: 'Write',
            input: { file_path: join(kit.folder, 'made.txt'), content: 'made\n' },
          },
        ],
      }),
      'Made it.',
      'Another way.',
    )
    const { open, folder, simulator, root } = kit
    const terminal = await open(['--permission-mode', 'acceptEdits'])
    await terminal.until('? for keys')
    await terminal.type('make it')
    await terminal.press('Enter')
    await terminal.until('● Made it.')
    await terminal.until('? for keys')
    expect(existsSync(join(folder, 'made.txt'))).toBe(true)
    await terminal.press('Escape')
    await terminal.until('Press Esc again')
    await terminal.press('Escape')
    await terminal.until('Go back to before which message?')
    await terminal.press('Enter')
    await terminal.until('Conversation and code')
    await terminal.press('1')
    await terminal.until('Went back.')
    await waitFor(() => !existsSync(join(folder, 'made.txt')))
    await terminal.until('› make it')
    await terminal.type(' otherwise')
    await terminal.press('Enter')
    await terminal.until('● Another way.')
    expect(JSON.stringify(simulator.log.all().at(-1)?.request)).not.toContain('Made it.')
    expect(readLogs(root).length).toBeGreaterThan(0)
  })
})
