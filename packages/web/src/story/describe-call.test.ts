import { buildToolStories } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../test/make-sessions.ts'
import { describeCall } from './describe-call.ts'

function lineOf(name: string, input: object) {
  const log = createLog('x')
  log.answer({ type: 'tool_use', id: 't', name, input })
  const [story] = buildToolStories(log.entries as Parameters<typeof buildToolStories>[0])
  return story && describeCall(story)
}

describe('describeCall', () => {
  it('tells the file, the command or the pattern', () => {
    expect(lineOf('Edit', { file_path: '/a/b.ts' })).toMatchObject({ verb: 'edit', path: '/a/b.ts' })
    expect(lineOf('Bash', { command: 'npm test\nls' })).toMatchObject({ verb: 'run', code: 'npm test …' })
    expect(lineOf('Grep', { pattern: 'x+', path: '/a' })).toMatchObject({ verb: 'search', code: 'x+' })
  })

  it('calls a server’s tool by its own name, and takes any', () => {
    expect(lineOf('mcp__github__list_issues', {})).toMatchObject({ verb: undefined, name: 'list_issues' })
    expect(lineOf('constructor', {})).toMatchObject({ verb: undefined, name: 'constructor', action: 'used' })
  })
})
