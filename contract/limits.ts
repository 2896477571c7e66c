/** Every limit that browser and server share. Sizes in bytes, times in seconds. Source: specification sections 5 and 9. */
export const limits = {
  pageSize: 10,
  maxPageSize: 100,
  /** Letters of a search, and of staff's search over everything. */
  search: 200,
  staffSearch: 100,
  /** A text search counts and pages up to so many. */
  countedMatches: 1000,
  /** The staff's list of all projects counts and pages up to so many. */
  staffListed: 10_000,
  facetTechnologies: 40,
  suggestedTitles: 6,
  suggestedTechnologies: 3,
  /** Featured projects that home shows, and that one call answers. */
  featured: 6,
  featuredCall: 24,
  related: 3,
  /** Owners whom one member may follow. */
  follows: 500,
  /** The smallest payout, in rupees. */
  payoutMin: 500,
  codeDigits: 6,
  /** Wrong attempts after which a mailed code is worth nothing. */
  codeAttempts: 5,
  resendSeconds: 60,
  phoneDigits: 10,
  wishlist: 200,
  /** Letters of a review, and of its owner's reply. */
  review: 2000,
  reviewReply: 1000,
  images: 5,
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** The longer side of an image is at most so many times the shorter. */
  imageRatio: 20,
  chunkFiles: 100,
  fileBytes: 10 * 1024 * 1024,
  folderFiles: 20_000,
  /** Folders in a project, with those that hold only folders. */
  folders: 10_000,
  folderBytes: 100 * 1024 * 1024,
  zipFiles: 50,
  reportBytes: 20 * 1024 * 1024,
  pathLength: 400,
  pathDepth: 32,
  /** Entries of a project's tree in one answer. */
  treeRows: 200,
  /** Of a file that is read on a page: up to so many bytes, so many of its lines; highlighted when it is shorter still. */
  shownBytes: 1024 * 1024,
  shownLines: 4000,
  highlightedBytes: 128 * 1024,
  /** Files listed of what changed between two releases. */
  changedFiles: 500,
  requestTimeoutSeconds: 10,
} as const
