/** What is wrong with logs, and how it is mended. */
export type DoctorBackend = {}
