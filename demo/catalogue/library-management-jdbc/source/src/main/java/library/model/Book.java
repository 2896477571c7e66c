package library.model;

/** A title in the catalogue. {@code id} is 0 until it has been saved. */
public record Book(long id, String isbn, String title, String author, String category, int published, int copies) {

    public Book withId(long newId) {
        return new Book(newId, isbn, title, author, category, published, copies);
    }
}
