/** Where all tables stand. */
export const SCHEMA: string = 'antiphon'
