import { type Context, createContext, useContext } from 'react'

/** The calls that wait for a person's decision, by their ids. */
export const WaitingCallsValue: Context<ReadonlySet<string>> = createContext<ReadonlySet<string>>(new Set())

/** Whether a call waits for a person's decision. */
export function useIsWaitingCall(toolUseId: string): boolean {
  return useContext(WaitingCallsValue).has(toolUseId)
}
