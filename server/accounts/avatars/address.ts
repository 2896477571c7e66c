/** Where a member's picture is served from, in its largest variant; null for nobody's. Another picture has another address. */
export const avatarAddress = (pictureId: string | null) =>
  pictureId === null ? null : `/media/avatars/${pictureId}/384.webp`
