import { checkApiContract } from '@antiphon/contract'
import { buildApiRequest, normalizeMessagesForAPI } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MESSAGE_CONVERTERS } from './formats.ts'
import type { ForeignFormat } from './said/foreign.ts'
import { ARBITRARY_THEIRS } from './testing/arbitrary-theirs.ts'

describe.each(Object.keys(MESSAGE_CONVERTERS) as ForeignFormat[])('%s', format => {
  it('becomes messages of which the model’s view is a request that the API accepts', () => {
    fc.assert(
      fc.property(ARBITRARY_THEIRS[format], theirs => {
        const { messages } = MESSAGE_CONVERTERS[format].from(theirs)
        const view = normalizeMessagesForAPI(messages as never)
        const request = buildApiRequest(view as never, { model: 'claude-opus-5-5' })
        expect(checkApiContract(request)).toEqual([])
      }),
    )
  })
})
