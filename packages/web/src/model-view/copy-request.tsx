import { stripControl } from '@antiphon/core/ui'
import type { ModelPlace } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatJson } from '../story/format-json.ts'

/** Puts the whole request, of which the page shows a part, onto the clipboard. */
export function CopyRequest({ place }: { readonly place: ModelPlace }): ReactElement {
  const texts = useTexts().model
  const client = useClient()
  const { mutate, status, error } = useMutation({
    async mutationFn() {
      const request = await client.readWholeRequest(place, new AbortController().signal)
      await navigator.clipboard.writeText(formatJson(request))
    },
  })
  const refusal = error && readFailure(error) === 'refused' ? stripControl(error.message) : texts.notCopied
  const words = { idle: undefined, pending: texts.copying, success: texts.copied, error: refusal }
  return (
    <>
      <span className="quiet" role="status">
        {words[status]}
      </span>
      <button type="button" className="button" onClick={() => mutate()}>
        {texts.copy}
      </button>
    </>
  )
}
