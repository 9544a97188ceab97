import { useMutation } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../controls/button.tsx'
import { useClient, useTexts } from '../page/page-context.ts'

/** Copies what a session changed as a patch for `git apply`. */
export function CopyPatch({ session }: { readonly session: string }): ReactElement {
  const client = useClient()
  const { changes: texts } = useTexts()
  const copy = useMutation({
    async mutationFn() {
      const { patch, left } = await client.get('files/patch', { session }, new AbortController().signal)
      await navigator.clipboard.writeText(patch)
      return left.length
    },
  })
  return (
    <>
      <Button icon={copy.isSuccess ? Check : Copy} disabled={copy.isPending} onClick={() => copy.mutate()}>
        {copy.isError ? texts.notCopied : copy.isSuccess ? texts.patchCopied : texts.copyPatch}
      </Button>
      <span className="hidden" role="status">
        {copy.isError ? texts.notCopied : copy.isSuccess ? texts.patchCopied : ''}
        {copy.data ? ` ${texts.left(copy.data)}` : ''}
      </span>
    </>
  )
}
