import { type ReactElement, useState } from 'react'
import { type Failure, readFailure } from '../backend/failure.ts'
import { useBackend, useTexts } from './page-context.ts'

/** Asks for the token of the link where the page was opened without it. */
export function Login({ onDone }: { readonly onDone: () => void }): ReactElement {
  const texts = useTexts()
  const { login } = useBackend()
  const [token, setToken] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const signIn = (): void => {
    login?.(token.trim()).then(onDone, error => setFailure(readFailure(error)))
  }
  return (
    <main className="login">
      <form
        onSubmit={event => {
          event.preventDefault()
          signIn()
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
        <button type="submit" className="button" disabled={token.trim() === ''}>
          {texts.signIn}
        </button>
        {failure && <p role="alert">{texts.failures[failure]}</p>}
      </form>
    </main>
  )
}
