import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findAcpProgram, listAcpPrograms } from './acp-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-agents-'))
  mkdirSync(join(folder, '.antiphon'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const io = () => ({ env: { HOME: folder, PATH: `relative:${join(folder, 'bin')}` } })
const write = (text: string): void => writeFileSync(join(folder, '.antiphon', 'agents.json'), text)

function install(name: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const path = join(folder, 'bin', name)
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

it('knows what is installed, and what the person named first', async () => {
  const gemini = install('gemini')
  install('opencode')
  write('{"opencode": {"command": "/mine/opencode", "env": {"A": "b"}}}')
  expect(await listAcpPrograms(io())).toEqual([
    { name: 'opencode', command: '/mine/opencode', args: [], env: { A: 'b' } },
    { name: 'gemini', command: gemini, args: ['--acp'], env: {} },
  ])
})

it('says what there is where a name is unknown', async () => {
  install('gemini')
  await expect(findAcpProgram('codex', io())).rejects.toThrow(/there is: gemini[\s\S]*agents\.json/)
})

it.each(['[]', '{"a": {}}', '{"a b": {"command": "x"}}', '{"a": {"command": "x", "args": [1]}}', '{'])(
  'names the file where it holds %s',
  async text => {
    write(text)
    await expect(listAcpPrograms(io())).rejects.toThrow('agents.json')
  },
)
