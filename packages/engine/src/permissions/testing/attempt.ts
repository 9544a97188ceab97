/** A named try to get around a rule. */
export type Attempt = readonly [name: string, command: string]
