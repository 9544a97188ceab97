import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { readToken } from './token-link.ts'

export type LoginProps = {
  /** Whether a link was opened, and brought a token that is not the server's. */
  readonly isLinkWrong: boolean
  readonly onDone: () => void
}

/** Asks for the link or its token where the page was opened without it. */
export function Login({ isLinkWrong, onDone }: LoginProps): ReactElement {
  const texts = useTexts()
  const client = useClient()
  const [token, setToken] = useState('')
  const { mutate, error } = useMutation({
    mutationFn: () => client.post('login', { token: readToken(token) }),
    onSuccess: onDone,
  })
  const shown = error ? readFailure(error) : isLinkWrong && 'unauthorized'
  const words = shown === 'unauthorized' ? texts.tokenWrong : shown && texts.failures[shown]
  return (
    <main className="login">
      <form
        onSubmit={event => {
          event.preventDefault()
          mutate()
        }}
      >
        <h1>{texts.signIn}</h1>
        <p>{texts.signInHint}</p>
        <label>
          {texts.token}
          <input
            className="field"
            type="password"
            autoComplete="off"
            value={token}
            onChange={event => setToken(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={token.trim() === ''}>
          {texts.signIn}
        </Button>
        {words && (
          <p className="is-bad" role="alert">
            {words}
          </p>
        )}
      </form>
    </main>
  )
}
