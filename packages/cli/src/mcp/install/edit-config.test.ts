import { describe, expect, it } from 'vitest'
import { type ConfigEdit, editJsonConfig } from './edit-json-config.ts'
import { editTomlConfig } from './edit-toml-config.ts'

const ENTRY = { command: '/usr/bin/node', args: ['/a b/antiphon.js', 'mcp', 'serve'] }
const json = (entry: ConfigEdit['entry']): ConfigEdit => ({ at: ['mcpServers'], name: 'antiphon', entry })
const toml = (entry: ConfigEdit['entry']): ConfigEdit => ({ at: ['mcp_servers'], name: 'antiphon', entry })

function textOf(outcome: ReturnType<typeof editJsonConfig>): string {
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome.text
}

describe('settings in JSON', () => {
  const STORED =
    '{\r\n\t// mine\r\n\t"theme" : "dark", /* keep */\r\n\t"mcpServers": {\r\n\t\t"lamp": { "command":"lamp" },\r\n\t},\r\n\t"last":[1,2 ],\r\n}\r\n'

  it.each(['', '{}', '{ "a": 1 }', '{\n  "mcpServers": {}\n}\n', STORED])(
    'get an entry, once, and lose it again: %j',
    text => {
      const made = textOf(editJsonConfig(text, json(ENTRY)))
      expect(made).toContain('antiphon')
      expect(editJsonConfig(made, json(ENTRY))).toEqual({ text: made })
      const removed = textOf(editJsonConfig(made, json(null)))
      expect(removed).not.toContain('antiphon')
      expect(editJsonConfig(removed, json(null))).toEqual({ text: removed })
    },
  )

  it('keep every byte of what else they hold', () => {
    const made = textOf(editJsonConfig(STORED, json(ENTRY)))
    for (const line of STORED.split('\r\n').filter(line => !line.includes('lamp')))
      expect(made).toContain(line)
    expect(made).toContain('"lamp": { "command":"lamp" }')
    expect(made.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('take another entry in the place of an older one', () => {
    const older = textOf(editJsonConfig(STORED, json({ command: 'older', args: [] })))
    expect(textOf(editJsonConfig(older, json(ENTRY)))).toBe(textOf(editJsonConfig(STORED, json(ENTRY))))
  })

  it.each([
    ['{ "a": 1,\n "mcpServers": { ', /is no JSON: .* in line 2/],
    ['[]', /holds no JSON object/],
    ['{ "mcpServers": [] }', /something else than servers in mcpServers/],
    ['{ "mcpServers": "x" }', /something else than servers/],
  ])('are refused where they are damaged: %j', (text, words) => {
    expect(editJsonConfig(text, json(ENTRY))).toEqual({ problem: expect.stringMatching(words) })
  })
})

describe('settings in TOML', () => {
  const STORED =
    '# mine\nmodel = "gpt" # keep\n\n[mcp_servers.lamp]\ncommand = "lamp"\n\n[mcp_servers.lamp.env]\nA = "1"\n'

  it.each(['', '# only words', STORED, STORED.replaceAll('\n', '\r\n')])(
    'get an entry, once, and lose it again: %j',
    text => {
      const made = textOf(editTomlConfig(text, toml(ENTRY)))
      expect(made).toContain('[mcp_servers.antiphon]')
      expect(made.startsWith(text)).toBe(true)
      expect(editTomlConfig(made, toml(ENTRY))).toEqual({ text: made })
      const removed = textOf(editTomlConfig(made, toml(null)))
      expect(removed.trimEnd()).toBe(text.trimEnd())
    },
  )

  it('take another entry in the place of an older one, with what stands below it', () => {
    const older = `${STORED}\n[mcp_servers.antiphon]\ncommand = "older"\n\n[mcp_servers.antiphon.env]\nB = "2"\n\n[tui]\nx = 1\n`
    const made = textOf(editTomlConfig(older, toml(ENTRY)))
    expect(made).not.toContain('older')
    expect(made).not.toContain('B = "2"')
    expect(made).toContain('[tui]\nx = 1\n')
    expect(made).toContain('[mcp_servers.lamp.env]\nA = "1"\n')
  })

  it.each([
    ['model = ', /is no TOML/],
    ['[mcp_servers]\nantiphon = { command = "older" }\n', /written in a way that is not changed here/],
    ['mcp_servers = 3\n', /would not be TOML any more/],
  ])('are refused where they are damaged, or written in another way: %j', (text, words) => {
    expect(editTomlConfig(text, toml(ENTRY))).toEqual({ problem: expect.stringMatching(words) })
  })
})
