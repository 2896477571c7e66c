// What members' and staff's sessions have in common: the session itself, its access token, and the links that begin one.
export { claimedAudience, readAccessToken, signedOut, writeAccessToken } from './access-token.ts'
export {
  deleteLinksOf,
  forgetExpiredLinks,
  hasLivingLink,
  linkMinutes,
  linkSubject,
  newLink,
  passwordLinkHours,
  useLink,
  withdrawLink,
} from './one-time-links.ts'
export { type Device, deviceOf } from './device.ts'
export {
  deleteEndedSessions,
  deleteSessionsOf,
  insertSession,
  livingSessions,
  revokeSession,
  revokeSessionsOf,
  revokeStaffSessions,
  sessionsOfMember,
  touchSession,
} from './queries.ts'
