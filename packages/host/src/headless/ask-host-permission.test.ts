import { describe, expect, it } from 'vitest'
import { toPermissionAnswer } from './ask-host-permission.ts'

describe('toPermissionAnswer', () => {
  it('allows only what says so clearly', () => {
    expect(toPermissionAnswer({ status: 'answered', response: { behavior: 'allow' } })).toEqual({
      behavior: 'allow',
    })
    for (const response of [{}, { behavior: 'ALLOW' }, { behavior: true }, { behavior: ['allow'] }])
      expect(toPermissionAnswer({ status: 'answered', response })).toMatchObject({ behavior: 'deny' })
    for (const status of ['gone', 'cancelled'] as const)
      expect(toPermissionAnswer({ status })).toMatchObject({ behavior: 'deny' })
    expect(toPermissionAnswer({ status: 'refused', error: 'x' })).toMatchObject({ behavior: 'deny' })
  })

  it('takes over a changed input, and changes of the rules that can be read', () => {
    const rule = {
      type: 'addRules',
      behavior: 'allow',
      rules: [{ toolName: 'Read' }],
      destination: 'session',
    } as const
    const updatedPermissions = [rule, { type: 'addRules', behavior: 'all' }, null, { type: 'fly' }]
    expect(
      toPermissionAnswer({
        status: 'answered',
        response: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions },
      }),
    ).toEqual({ behavior: 'allow', updatedInput: { a: 1 }, updates: [rule] })
  })

  it('hands on the words of a refusal as they stand', () => {
    const response = { behavior: 'deny', message: 'no deleting', interrupt: true }
    expect(toPermissionAnswer({ status: 'answered', response })).toEqual({
      behavior: 'deny',
      message: 'no deleting',
      reason: 'host',
      interrupt: true,
    })
  })
})
