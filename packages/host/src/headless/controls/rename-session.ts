import { type Control, readText } from './control.ts'

/** Names the session, as a person would; a name for another session is refused. */
export const renameSession: Control = async ({ agent, title }, request) => {
  const { session_id: meant } = request
  if (meant !== undefined && meant !== agent.sessionId)
    throw new Error(`rename_session is for session ${String(meant)}; this one is ${agent.sessionId}`)
  return { title: await title.set(readText(request, 'title')) }
}
