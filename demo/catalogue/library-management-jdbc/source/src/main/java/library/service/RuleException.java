package library.service;

/** A library rule was not met. The message is meant for the person at the desk. */
public final class RuleException extends RuntimeException {
    public RuleException(String message) {
        super(message);
    }
}
