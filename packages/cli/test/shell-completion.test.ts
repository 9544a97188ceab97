import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, EXECUTABLE, spawnAntiphon, startAntiphon } from './spawn-antiphon.ts'

let home: string
const ID = '4f3a9c21-0000-4000-8000-000000000000'

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'antiphon-completion-'))
  mkdirSync(join(home, '.claude', 'projects', '-w'), { recursive: true })
  const prompt = {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: ID,
    timestamp: '2026-11-01T08:00:00.000Z',
  }
  const line = JSON.stringify({ ...prompt, message: { role: 'user', content: 'Why is the lamp dark?' } })
  writeFileSync(join(home, '.claude', 'projects', '-w', `${ID}.jsonl`), `${line}\n`)
  writeFileSync(join(home, 'antiphon'), `#!/bin/sh\nexec "${process.execPath}" "${EXECUTABLE}" "$@"\n`, {
    mode: 0o755,
  })
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What bash offers behind the words of a line. */
function complete(script: string, words: readonly string[]): readonly string[] {
  const line = `${script}\nCOMP_WORDS=(antiphon ${words.map(word => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length}\n_antiphon\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { ...process.env, HOME: home, PATH: `${home}:${process.env.PATH}`, CLAUDE_CONFIG_DIR: '' }
  return execFileSync('bash', ['-c', line], { encoding: 'utf8', env }).trim().split('\n')
}

describe('antiphon completion', () => {
  it('completes commands, flags, choices and sessions in bash', async () => {
    const { stdout, code } = await spawnAntiphon(['completion', 'bash'])
    expect(code).toBe(0)
    expect(complete(stdout, ['ex'])).toEqual(['export'])
    expect(complete(stdout, ['export', '--fo'])).toEqual(['--format', '--force'])
    expect(complete(stdout, ['export', '--format', ''])).toEqual([
      ...['html', 'md', 'json', 'ai-sdk', 'ai-sdk-model', 'openai-chat', 'openai-responses', 'gemini'],
      'langchain',
      'otlp',
    ])
    expect(complete(stdout, ['show', '4f'])).toEqual(['4f3a9c21'])
  })

  it('names each command and its flags for zsh and fish', async () => {
    const { stdout: zsh } = await spawnAntiphon(['completion', 'zsh'])
    expect(zsh).toMatch(/^#compdef antiphon\n/)
    expect(zsh).toContain("'export:a session as HTML, Markdown, JSON or training data, without its secrets'")
    const { stdout: fish } = await spawnAntiphon(['completion', 'fish'])
    expect(fish).toContain(
      "complete -c antiphon -n '__fish_seen_subcommand_from export' -l format -x -a 'html md json ai-sdk ai-sdk-model openai-chat openai-responses gemini langchain otlp'",
    )
  })
})

describe('antiphon man', () => {
  it('is a page that man can show', async () => {
    const { stdout } = await collect(startAntiphon(['man']))
    expect(stdout).toMatch(/^\.TH ANTIPHON 1 /)
    expect(stdout).toContain('.SS antiphon show [options] <session>'.replaceAll('-', '\\-'))
    for (const line of stdout.split('\n')) expect(line).not.toMatch(/^[.'](?!TH|SH|SS|TP|B |PP|br)/)
  })
})
