import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLogId, encodeLogId, isName } from './log-id.ts'

const roots = ['/home/a/.claude', '/home/b/.claude']
const name = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    fc.constantFrom('..', '.', 'a/b', 'a\0', '-a'),
  )
  .filter(text => Buffer.from(text).toString() === text)

describe('the id of a log', () => {
  it('leads back to the log, or to nothing where a part could leave its folder', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roots),
        name,
        name,
        fc.array(name, { maxLength: 3 }),
        (root, project, session, folders) => {
          const subpath = folders.length > 0 ? [...folders, 'agent-1'].join('/') : undefined
          const key = { project, session, ...(subpath !== undefined && { subpath }) }
          const decoded = decodeLogId(encodeLogId({ root, key }), roots)
          if ([project, session, ...folders].every(isName)) expect(decoded).toEqual({ root, key })
          else if (decoded)
            for (const part of [decoded.key.project, decoded.key.session]) expect(isName(part)).toBe(true)
        },
      ),
    )
  })

  it('is the only text for it: what is not ours is nothing, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.uint8Array().map(bytes => Buffer.from(bytes).toString('base64url')),
        ),
        text => {
          const decoded = decodeLogId(text, roots)
          if (decoded) expect(encodeLogId(decoded)).toBe(text)
        },
      ),
    )
  })

  it('names nothing below a root that is not served', () => {
    const id = encodeLogId({ root: '/etc', key: { project: '-a', session: 's' } })
    expect(decodeLogId(id, roots)).toBeNull()
  })
})
