import { describe, expect, it } from 'vitest'
import { checkSettings } from '../settings/check-settings.ts'
import { mergeSettings, restrictProjectSettings } from '../settings/merge-settings.ts'
import { toSandboxSettings } from './sandbox-settings.ts'

describe('what settings say about the sandbox', () => {
  it('has the values that Claude Code documents where nobody wrote any', () => {
    expect(toSandboxSettings(undefined)).toEqual({
      autoAllowBashIfSandboxed: true,
      allowUnsandboxedCommands: true,
      failIfUnavailable: false,
      enableWeakerNestedSandbox: false,
      excludedCommands: [],
      filesystem: { allowWrite: [], denyWrite: [], denyRead: [], allowRead: [] },
      network: {
        allowedDomains: [],
        deniedDomains: [],
        allowAllUnixSockets: false,
        allowLocalBinding: false,
      },
    })
  })

  it('is joined from all files, and a wrong field costs that field', () => {
    const wrong = { enabled: 'yes', network: { allowedDomains: ['a.org', 1] }, filesystem: 7 }
    const { fields, problems } = checkSettings({ sandbox: wrong }, 'settings.json')
    expect(problems.map(({ what }) => what)).toEqual([
      'sandbox.enabled is neither true nor false',
      'sandbox.network.allowedDomains[1] is no text',
      'sandbox.filesystem is no object',
    ])
    const { sandbox } = mergeSettings([
      fields,
      { sandbox: { enabled: true, network: { allowedDomains: ['b.org'] } } },
    ])
    expect(sandbox).toMatchObject({ enabled: true, network: { allowedDomains: ['a.org', 'b.org'] } })
  })

  it('can be made smaller by a folder that nobody trusts, never larger', () => {
    const sandbox = {
      enabled: true,
      autoAllowBashIfSandboxed: true,
      allowUnsandboxedCommands: false,
      excludedCommands: ['sh'],
      network: { allowedDomains: ['evil.org'] },
      filesystem: { allowWrite: ['/'] },
    }
    const { fields, problems } = restrictProjectSettings({ sandbox }, { file: 'f', whatToDo: 'trust it' })
    expect(fields).toEqual({ sandbox: { enabled: true, allowUnsandboxedCommands: false } })
    expect(problems[0]?.what).toContain('sandbox.excludedCommands, sandbox.network, sandbox.filesystem')
    expect(
      restrictProjectSettings({ sandbox: { enabled: false } }, { file: 'f', whatToDo: '' }).fields,
    ).toEqual({
      sandbox: {},
    })
  })
})
