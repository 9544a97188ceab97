import { describe, expect, it } from 'vitest'
import { restrictProjectSettings } from './merge-settings.ts'

const restrict = (fields: Parameters<typeof restrictProjectSettings>[0]) =>
  restrictProjectSettings(fields, { file: 'settings.json', whatToDo: 'trust it' })

describe('restrictProjectSettings', () => {
  it('keeps what forbids, asks, or only sounds different, without a word', () => {
    const fields = {
      $schema: 'https://example.org/settings.json',
      model: 'sonnet',
      outputStyle: 'brief',
      disabledMcpjsonServers: ['x'],
      permissions: { deny: ['Bash'], ask: ['Edit'], defaultMode: 'plan' },
    }
    expect(restrict(fields)).toEqual({ fields, problems: [] })
    expect(restrict({})).toEqual({ fields: {}, problems: [] })
  })

  it('leaves out all that runs, sets or allows something, and names it once', () => {
    const { fields, problems } = restrict({
      hooks: {},
      env: { PATH: '/x' },
      mcpServers: {},
      apiKeyHelper: 'sh',
      disableAllHooks: true,
      enableAllProjectMcpServers: true,
      enabledMcpjsonServers: ['x'],
      constructor: 'x',
      permissions: { allow: ['Bash'], additionalDirectories: ['/'], deny: ['Read'], toString: 1 },
    })
    expect(fields).toEqual({ permissions: { deny: ['Read'] } })
    expect(problems).toEqual([
      {
        file: 'settings.json',
        what: `ignored, because nobody trusts this folder: ${[
          'hooks, env, mcpServers, apiKeyHelper, disableAllHooks, enableAllProjectMcpServers',
          'enabledMcpjsonServers, constructor',
          'permissions.allow, permissions.additionalDirectories, permissions.toString',
        ].join(', ')}`,
        whatToDo: 'trust it',
      },
    ])
  })

  it.each(['default', 'acceptEdits', 'bypassPermissions', 'dontAsk', 'auto'])(
    'lets no %s in',
    defaultMode => {
      expect(restrict({ permissions: { defaultMode } }).fields).toEqual({ permissions: {} })
    },
  )
})
