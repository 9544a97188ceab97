import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Io, Output } from '../io.ts'
import { type FoundSession, findSession } from './find-session.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

const silent: Output = { write: async () => {}, isTerminal: false, columns: () => undefined }

function find(argument: string): Promise<FoundSession> {
  const io: Io = {
    stdin: Readable.from([]),
    stdout: silent,
    stderr: silent,
    env: { HOME: tree.home },
    signal: new AbortController().signal,
    onClosedOutput: () => {},
  }
  return findSession(argument, io)
}

describe('findSession', () => {
  it('takes a path as it is, and knows its root', async () => {
    const path = tree.write('-a/s1.jsonl', exchange('One.'))
    expect(await find(path)).toEqual({ path, root: tree.root })
    expect(await find('-')).toEqual({ path: '-', root: null })
    expect(await find('package.json')).toEqual({ path: 'package.json', root: null })
  })

  it('finds a session by its id or the beginning of it, and a subagent by its name', async () => {
    const path = tree.write('-a/350d4477-5c09.jsonl', exchange('One.'))
    const agent = tree.write('-a/350d4477-5c09/subagents/agent-1f.jsonl', exchange('Look.'))
    for (const name of ['350d4477-5c09', '350d']) expect(await find(name)).toEqual({ path, root: tree.root })
    expect(await find('agent-1')).toEqual({ path: agent, root: tree.root })
  })

  it('means the session, not its folder', async () => {
    const path = tree.write('-a/packages.jsonl', exchange('One.'))
    // The tests run where `packages` is a folder.
    expect(await find('packages')).toEqual({ path, root: tree.root })
    expect(await find('examples')).toEqual({ path: 'examples', root: null })
  })

  it('lists what a short id could mean', async () => {
    tree.write('-a/350d4477.jsonl', exchange('One.'))
    tree.write('-a/350d9999.jsonl', exchange('Two.'))
    await expect(find('350d')).rejects.toThrow(
      /^350d could be 2 sessions\. Give more of the id:\n {2}350d4477 {2}\w+ {2}One\.\n {2}350d9999 {2}\w+ {2}Two\.$/,
    )
  })

  it('asks for the path where two roots hold the same session', async () => {
    tree.write('-a/350d4477.jsonl', exchange('One.'))
    const other = tree.write('-b/350d4477.jsonl', exchange('Two.'))
    await expect(find('350d4477')).rejects.toThrow(`Give the path of one:`)
    await expect(find('350d4477')).rejects.toThrow(other)
  })

  it.each([
    [
      'nosuchid',
      /^nosuchid is neither a file nor the beginning of a session id\. Looked in .*\.claude.*antiphon ls/,
    ],
    ['350', /too short for a session id: give at least 4 characters/],
    ['gone.jsonl', /^gone\.jsonl does not exist\. Check the path; `antiphon ls` lists the sessions\.$/],
    ['a/b', /^a\/b does not exist\./],
    ['\u001b[2Jx.jsonl', /^x\.jsonl does not exist/],
  ])('says what is wrong with %j', async (argument, message) => {
    tree.write('-a/350d4477.jsonl', exchange('One.'))
    await expect(find(argument)).rejects.toThrow(message)
  })

  it('says that a folder is no session', async () => {
    mkdirSync(join(tree.home, 'folder'))
    expect(await find(join(tree.home, 'folder'))).toEqual({ path: join(tree.home, 'folder'), root: null })
  })
})
